// A root of a by Newton's method: each step doubles the number of right digits.
float newton(float a) {
    float r = a;
    for (int i = 0; i < 7; i++)
        r = 0.5f * (r + a / r);
    return r;
}
newton(2.0f)
