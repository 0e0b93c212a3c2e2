// 1 + 1/2 + 1/3 + ... forwards and backwards: the smaller terms first lose less.
const int n = 1000;
float forwards = 0.0f, backwards = 0.0f;
for (int i = 1; i <= n; i++)
    forwards += 1.0f / i;
for (int i = n; i >= 1; i--)
    backwards += 1.0f / i;
float difference = forwards - backwards;
