// test/package/freestanding/machine.cpp: what a program without a C library
// must define: its entry point, the four functions that a compiler calls
// implicitly, and operator new and delete for buffers on a heap. Here the
// machine is Linux on x86-64 or aarch64, and the file makes raw system calls.
#include "machine.h"

namespace {

long call(long number, long a, long b, long c) {
#if defined(__x86_64__)
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c)
               : "rcx", "r11", "memory");
  return result;
#else
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  asm volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
#endif
}

#if defined(__x86_64__)
constexpr long number_of_write = 1, number_of_exit = 60;
#else
constexpr long number_of_write = 64, number_of_exit = 93;
#endif

// Memory that is never released.
alignas(16) char heap[4096];
size_t taken = 0;

}  // namespace

void machine::write(char const* data, size_t size) {
  call(number_of_write, 1, reinterpret_cast<long>(data),
       static_cast<long>(size));
}

extern "C" {

void* memcpy(void* to, void const* from, size_t size) {
  auto* out = static_cast<char*>(to);
  auto const* in = static_cast<char const*>(from);
  for (size_t i = 0; i != size; ++i) out[i] = in[i];
  return to;
}

void* memmove(void* to, void const* from, size_t size) {
  auto* out = static_cast<char*>(to);
  auto const* in = static_cast<char const*>(from);
  if (out < in)
    for (size_t i = 0; i != size; ++i) out[i] = in[i];
  else
    for (size_t i = size; i != 0; --i) out[i - 1] = in[i - 1];
  return to;
}

void* memset(void* to, int byte, size_t size) {
  auto* out = static_cast<char*>(to);
  for (size_t i = 0; i != size; ++i) out[i] = static_cast<char>(byte);
  return to;
}

int memcmp(void const* a, void const* b, size_t size) {
  auto const* x = static_cast<unsigned char const*>(a);
  auto const* y = static_cast<unsigned char const*>(b);
  for (size_t i = 0; i != size; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

[[noreturn]] void start_program() {
  call(number_of_exit, program(), 0, 0);
  __builtin_trap();
}
}

#if defined(__x86_64__)
asm(".globl _start\n_start: xor %ebp, %ebp\n and $-16, %rsp\n"
    " call start_program\n");
#else
asm(".globl _start\n_start: mov x29, #0\n bl start_program\n");
#endif

void* operator new(size_t size) {
  size = (size + 15) / 16 * 16;
  if (size > sizeof heap - taken) __builtin_trap();
  taken += size;
  return heap + taken - size;
}
void operator delete(void*) noexcept {}
void operator delete(void*, size_t) noexcept {}
