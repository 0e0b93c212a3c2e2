// Muller's recurrence goes to 5. Rounding errors make it go to 100.
float a = 4.0f, b = 4.25f;
for (int i = 0; i < 20; i++) {
    float c = 108.0f - (815.0f - 1500.0f / a) / b;
    a = b;
    b = c;
}
b
