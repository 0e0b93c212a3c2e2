// Chaos: a float and a double begin with the same number, and after thirty steps no digit agrees.
float x = 0.1f;
double y = 0.1f;
for (int i = 0; i < 60; i++) {
    x = 3.9f * x * (1.0f - x);
    y = 3.9 * y * (1.0 - y);
}
double difference = x - y;
