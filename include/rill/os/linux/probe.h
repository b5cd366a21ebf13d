// rill/os/linux/probe.h: probes as SystemTap, perf, bpftrace and gdb find them.
//
// Layer 3. A probe is a nop and a note in the ELF section .note.stapsdt, of
// version 3: the address of the nop, the address of a section .stapsdt.base
// (whose shift tells a tool how far prelink has moved the program), the address
// of a counter of attached tools, 0 for none, and three strings: provider, name
// and arguments. An argument is its size in bytes, negative if it is signed,
// an @, and where it is, as the assembler writes an operand. The section is not
// loaded; a probe to which no tool is attached costs the nop. Source: the notes
// on the format in SystemTap's wiki, "UserSpaceProbeImplementation". Tests:
// test/system/probe_test.py.
#ifndef RILL_OS_LINUX_PROBE_H
#define RILL_OS_LINUX_PROBE_H

#include "../../base/config.h"

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

#endif
