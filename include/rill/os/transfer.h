// rill/os/transfer.h: the result of calls that move bytes, the loop that moves
// all of them, and probes for tracers.
//
// Layer 3. Allocates nothing, throws nothing. Tests: test/os/input_test.cpp,
// test/os/output_test.cpp, test/system/probe_test.py.
#ifndef RILL_OS_TRANSFER_H
#define RILL_OS_TRANSFER_H

#include <cstddef>  // std::size_t

#include "../base/config.h"
#include "../base/result.h"

// RILL_PROBE(name, handle, asked, result) marks a place in the code at which
// SystemTap, perf, bpftrace and gdb can stop and read three numbers (USDT).
// Without RILL_USDT=1 it expands to nothing.
//
// A probe is a nop and a note of type 3 in the ELF section .note.stapsdt. The
// note has three addresses: of the nop; of the section .stapsdt.base, whose
// shift shows how far prelink has moved the program; and of a counter of
// attached tools, here 0 for none. Three strings follow: provider, name and
// arguments. An argument is its size in bytes (negative if it is signed), an @,
// and its place as an operand of the assembler. The section is not loaded; a
// probe to which no tool is attached costs the nop. Source: the notes on the
// format in SystemTap's wiki, "UserSpaceProbeImplementation".
#if !RILL_USDT
#define RILL_PROBE(name, handle, asked, result) static_cast<void>(0)
#elif defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
// Requires: a handle of 4 bytes, `asked` and `result` of 8.
// "?" puts the note into the section group of the function that it is about:
// the linker drops both or none. A function that is inlined twice has two notes
// of one name, which tools take as one probe with two places.
#define RILL_PROBE(name, handle, asked, result)            \
  __asm__ volatile(                                        \
      "990: nop\n"                                         \
      ".pushsection .note.stapsdt, \"?\", \"note\"\n"      \
      ".balign 4\n"                                        \
      ".4byte 992f - 991f, 994f - 993f, 3\n"               \
      "991: .asciz \"stapsdt\"\n"                          \
      "992: .balign 4\n"                                   \
      "993: .8byte 990b, _.stapsdt.base, 0\n"              \
      ".asciz \"rill\"\n"                                  \
      ".asciz \"" name                                     \
      "\"\n"                                               \
      ".asciz \"-4@%[a] 8@%[b] -8@%[c]\"\n"                \
      "994: .balign 4\n"                                   \
      ".popsection\n"                                      \
      ".ifndef _.stapsdt.base\n"                           \
      ".pushsection .stapsdt.base, \"aG\", \"progbits\", " \
      ".stapsdt.base, comdat\n"                            \
      ".weak _.stapsdt.base\n"                             \
      ".hidden _.stapsdt.base\n"                           \
      "_.stapsdt.base: .space 1\n"                         \
      ".size _.stapsdt.base, 1\n"                          \
      ".popsection\n"                                      \
      ".endif\n"                                           \
      :                                                    \
      : [a] "nor"(handle), [b] "nor"(asked), [c] "nor"(result))
#else
#error "rill: RILL_USDT=1 is for Linux on x86-64 and AArch64"
#endif

namespace rill::inline RILL_BUILD::os {

/// The number of bytes moved and, if not all, the error.
struct transfer {
  std::size_t moved = 0;
  error_code error;
};

// Calls move_some(done, left) until `size` bytes are moved. Stops at an error,
// and when a call moves nothing: for a read, at the end.
template <class MoveSome>
transfer move_all(std::size_t size, MoveSome move_some) {
  transfer done;
  while (done.moved != size) {
    transfer const chunk = move_some(done.moved, size - done.moved);
    done.moved += chunk.moved;
    done.error = chunk.error;
    if (chunk.error || chunk.moved == 0) break;
  }
  return done;
}

// The result of a write of `size` bytes: stopping early is an error.
constexpr transfer all_written(transfer done, std::size_t size) {
  if (done.moved != size && !done.error)
    done.error = library_problem::wrote_nothing;
  return done;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
