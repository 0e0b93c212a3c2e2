// The flags that the C library raises, a line each: function, bits of the operands, letters.
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ONE(name) {#name, name}
static const struct { const char *name; double (*of)(double); } one[] = {
    ONE(exp), ONE(exp2), ONE(exp10), ONE(expm1), ONE(log), ONE(log2), ONE(log10), ONE(log1p), ONE(sin), ONE(cos), ONE(tan), ONE(asin), ONE(acos),
    ONE(atan), ONE(sinh), ONE(cosh), ONE(tanh), ONE(asinh), ONE(acosh), ONE(atanh), ONE(cbrt), ONE(erf), ONE(erfc), ONE(tgamma), ONE(lgamma)};
static const struct { const char *name; double (*of)(double, double); } two[] = {ONE(pow), ONE(hypot), ONE(atan2)};
static const double numbers[] = {0.0, -0.0, 1.0, -1.0, 0.5, -2.0, -2.5, 1e30, -1e30, 1e-310, 171.0, -200.5, 710.0, -746.0, INFINITY, -INFINITY, NAN};
#define COUNT(list) (sizeof list / sizeof *list)

static uint64_t bits(double x) {
  uint64_t all;
  memcpy(&all, &x, sizeof all);
  return all;
}

static void say(void) {
  int raised = fetestexcept(FE_ALL_EXCEPT);
  printf(" %s%s%s%s\n", raised & FE_INVALID ? "I" : "", raised & FE_DIVBYZERO ? "Z" : "", raised & FE_OVERFLOW ? "O" : "", raised & FE_UNDERFLOW ? "U" : "");
}

int main(void) {
  volatile double result;
  for (size_t f = 0; f < COUNT(one); f++)
    for (size_t x = 0; x < COUNT(numbers); x++) {
      printf("%s %016lx", one[f].name, bits(numbers[x]));
      feclearexcept(FE_ALL_EXCEPT);
      result = one[f].of(numbers[x]);
      say();
    }
  for (size_t f = 0; f < COUNT(two); f++)
    for (size_t x = 0; x < COUNT(numbers); x++)
      for (size_t y = 0; y < COUNT(numbers); y++) {
        printf("%s %016lx %016lx", two[f].name, bits(numbers[x]), bits(numbers[y]));
        feclearexcept(FE_ALL_EXCEPT);
        result = two[f].of(numbers[x], numbers[y]);
        say();
      }
  (void)result;
}
