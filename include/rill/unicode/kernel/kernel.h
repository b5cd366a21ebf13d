// rill/unicode/kernel/kernel.h: what a kernel of this room is, and which one
// this processor gets.
//
// Floor 2. A kernel is a specialisation of one of the templates below for one
// level of instruction sets, in a file of its own; kernels.h includes them
// all. The pointers start at choosers and replace themselves
// (docs/decisions/0007-kernels.md). Tests: test/unicode/kernel_test.cpp.
#ifndef RILL_UNICODE_KERNEL_KERNEL_H
#define RILL_UNICODE_KERNEL_KERNEL_H

#include "../../memory/dispatch.h"
#include "../form.h"

namespace rill::inline RILL_BUILD::detail {

// How far a kernel came.
struct kernel_progress {
  char const* in;
  char* out;
};

// Converts whole well-formed characters from [in, in_end) to [out, out_end),
// all of them bytes in memory, of any alignment, and stops early: at the
// latest before what is ill-formed or cannot be mapped, and where fewer bytes
// of input or of room are left than it likes to have. It may write anywhere
// in [out, out_end), never outside; it reads nothing outside [in, in_end).
// What it did not convert, the plain twin does.
using converter = kernel_progress (*)(char const* in, char const* in_end,
                                      char* out, char* out_end) noexcept;
template <form From, form To, cpu Level>
struct conversion_kernel {};  // static kernel_progress run(...) noexcept

// Returns the end of a part of [in, in_end) that is whole well-formed
// characters; perhaps not the longest such part.
using checker = char const* (*)(char const* in, char const* in_end) noexcept;
template <form Form, cpu Level>
struct validation_kernel {};  // static char const* run(...) noexcept

// Returns how many units of To the well-formed characters of [in, in_end)
// become.
using counter = std::size_t (*)(char const* in, char const* in_end) noexcept;
template <form From, form To, cpu Level>
struct count_kernel {};  // static std::size_t run(...) noexcept

template <class Kernel>
concept is_written = requires { &Kernel::run; };

// The kernel for the highest level that has one, up to `level`. Those of this
// room for cpu::avx512 use VBMI2, which that level does not promise: a
// processor without it gets the one below.
template <class Function, template <cpu> class Kernel>
Function kernel_up_to(cpu level) noexcept {
  Function found = nullptr;
  auto const look = [&]<cpu Level>() {
    if constexpr (is_written<Kernel<Level>>)
      if (Level <= level) found = Kernel<Level>::run;
  };
  look.template operator()<cpu::generic>();
#if RILL_X86_64
  look.template operator()<cpu::sse2>();
  look.template operator()<cpu::ssse3>();
  look.template operator()<cpu::avx2>();
  if (has_vbmi2()) look.template operator()<cpu::avx512>();
#elif RILL_NEON
  look.template operator()<cpu::neon>();
#endif
  return found;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
