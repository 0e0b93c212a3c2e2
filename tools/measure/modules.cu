// Whole modules of PTX on this machine's GPU: what each launch leaves in its buffers.
//
//     nvcc -std=c++17 -O2 modules.cu -lcuda -o modules && ./modules JOB CHIP DRIVER DAY [WHOLE] > modules.txt
//
// JOB has, one after the other, `module BYTES` and the text, and its launches: `launch NAME ENTRY TX TY TZ BX BY BZ`, then `list HEX` for a
// buffer (its bytes in their order) and `number HEX` for a word, and `run`. For each launch a line `NAME HASH`: FNV-1a of 64 bits over the bytes
// of its buffers. WHOLE gets the bytes themselves. A module is PTX, which the driver assembles, or machine code.

#include <cuda.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

static void failed(CUresult error, const std::string &where) {
  if (error == CUDA_SUCCESS) return;
  const char *text = "";
  cuGetErrorString(error, &text);
  fprintf(stderr, "%s: %s\n", where.c_str(), text);
  exit(1);
}

static Bytes bytes(const std::string &hex) {
  Bytes all(hex.size() / 2);
  for (size_t at = 0; at < all.size(); at++) all[at] = static_cast<uint8_t>(std::stoul(hex.substr(2 * at, 2), nullptr, 16));
  return all;
}

struct Argument {
  bool list;
  Bytes held;
  CUdeviceptr at;
};

int main(int count, char **given) {
  if (count < 5) return fprintf(stderr, "modules JOB CHIP DRIVER DAY [WHOLE]\n"), 2;
  std::ifstream job(given[1], std::ios::binary);
  FILE *whole = count > 5 ? fopen(given[5], "w") : nullptr;
  CUdevice device;
  CUcontext context;
  failed(cuInit(0), "cuInit");
  failed(cuDeviceGet(&device, 0), "cuDeviceGet");
  failed(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  failed(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  printf("# Modules on %s, driver %s, %s: a hash of what each launch leaves (tools/measure/modules.cu)\n", given[2], given[3], given[4]);
  CUmodule module = nullptr;
  std::string word, name, entry, said;
  unsigned shape[6];
  std::vector<Argument> arguments;
  while (job >> word) {
    if (word == "module") {
      size_t size;
      job >> size;
      job.get();  // Machine code may begin with any byte.
      std::string text(size, ' ');
      job.read(text.data(), static_cast<std::streamsize>(size));
      if (module) failed(cuModuleUnload(module), "cuModuleUnload");
      module = nullptr;
      char log[4096] = "";
      CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
      void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
      said = "";
      if (cuModuleLoadDataEx(&module, text.c_str(), 2, options, values) != CUDA_SUCCESS) {
        module = nullptr;
        said = log;
        for (char &letter : said)
          if (letter == '\n') letter = ' ';
      }
    } else if (word == "launch") {
      job >> name >> entry;
      for (unsigned &one : shape) job >> one;
      arguments.clear();
    } else if (word == "list" || word == "number") {
      std::string hex;
      job >> hex;
      arguments.push_back({word == "list", bytes(hex), 0});
    } else if (word == "run") {
      if (!module) {
        printf("%s refused %s\n", name.c_str(), said.c_str());
        continue;
      }
      CUfunction function;
      failed(cuModuleGetFunction(&function, module, entry.c_str()), name);
      std::vector<void *> passed;
      for (Argument &argument : arguments) {
        if (argument.list) {
          failed(cuMemAlloc(&argument.at, argument.held.size()), name);
          failed(cuMemcpyHtoD(argument.at, argument.held.data(), argument.held.size()), name);
        }
        passed.push_back(argument.list ? static_cast<void *>(&argument.at) : argument.held.data());
      }
      failed(cuLaunchKernel(function, shape[3], shape[4], shape[5], shape[0], shape[1], shape[2], 0, nullptr, passed.data(), nullptr), name);
      failed(cuCtxSynchronize(), name);
      uint64_t hash = 0xcbf29ce484222325;
      if (whole) fprintf(whole, "%s", name.c_str());
      for (Argument &argument : arguments) {
        if (!argument.list) continue;
        failed(cuMemcpyDtoH(argument.held.data(), argument.at, argument.held.size()), name);
        failed(cuMemFree(argument.at), name);
        if (whole) fputc(' ', whole);
        for (uint8_t byte : argument.held) {
          hash = (hash ^ byte) * 0x100000001b3;
          if (whole) fprintf(whole, "%02x", byte);
        }
      }
      if (whole) fputc('\n', whole);
      printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(hash));
    } else {
      return fprintf(stderr, "what is %s?\n", word.c_str()), 2;
    }
  }
  return 0;
}
