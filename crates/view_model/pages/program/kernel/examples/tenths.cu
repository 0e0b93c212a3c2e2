// Ten times 0.1: is that 1?
float s = 0.0f;
for (int i = 0; i < 10; i++)
    s += 0.1f;
