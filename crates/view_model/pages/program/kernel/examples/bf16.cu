// A sum in bfloat16 stops at 256: adding 1 to it changes nothing.
__nv_bfloat16 s = 0.0f;
__nv_bfloat16 one = 1.0f;
for (int i = 0; i < 300; i++)
    s = s + one;
