// x*x + b*x + c = 0: the usual formula cancels for the small root, the other form does not.
__global__ void roots(float b, float c, float *school, float *stable) {
    float d = sqrtf(b * b - 4.0f * c);
    *school = (-b + d) / 2.0f;
    *stable = 2.0f * c / (-b - d);
}
