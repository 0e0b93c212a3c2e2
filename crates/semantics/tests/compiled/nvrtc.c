/* The PTX that NVRTC makes of the standard input, on the standard output: `nvrtc LIBRARY sm_70`. The types are those of its manual. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Program *Handle;
typedef int Create(Handle *, const char *source, const char *name, int headers, const char *const *texts, const char *const *names);
typedef int Compile(Handle, int count, const char *const *options);
typedef int Size(Handle, size_t *);
typedef int Get(Handle, char *);

static void *library;

static void *named(const char *name) {
  void *found = dlsym(library, name);
  if (!found) exit((fprintf(stderr, "%s\n", dlerror()), 2));
  return found;
}

int main(int count, char **arguments) {
  static char source[1 << 16], option[64];
  if (count != 3 || !fread(source, 1, sizeof source - 1, stdin)) return 2;
  library = dlopen(arguments[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  snprintf(option, sizeof option, "--gpu-architecture=%s", arguments[2]);
  const char *const options[] = {option};
  Handle program;
  if (((Create *)named("nvrtcCreateProgram"))(&program, source, "k.cu", 0, NULL, NULL)) return 2;
  int failed = ((Compile *)named("nvrtcCompileProgram"))(program, 1, options);
  size_t size = 0;
  ((Size *)named(failed ? "nvrtcGetProgramLogSize" : "nvrtcGetPTXSize"))(program, &size);
  char *text = calloc(size + 1, 1);
  ((Get *)named(failed ? "nvrtcGetProgramLog" : "nvrtcGetPTX"))(program, text);
  fputs(text, failed ? stderr : stdout);
  return failed ? 1 : 0;
}
