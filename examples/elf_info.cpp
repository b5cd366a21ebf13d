// examples/elf_info.cpp: the header of an ELF file: elf_info [FILE]. Without a
// file it writes the header of a program for x86-64 and reads that.
#include <rill/binary.h>
#include <rill/rill.h>

// These 16 bytes say how to read the others.
struct elf_ident {
  rill::fixed_text<4> magic =
      "\x7f"
      "ELF";
  unsigned char bits = 2;   // 1: 32, 2: 64
  unsigned char order = 1;  // 1: little-endian, 2: big-endian
  unsigned char version = 1, system = 0, system_version = 0;
  rill::padding<7> reserved;
};
template <template <class> class Number, class Address>
struct elf_header {
  Number<std::uint16_t> kind = 2, machine = 62;
  Number<std::uint32_t> version = 1;
  Number<Address> entry = 0x401000, programs, sections;
  Number<std::uint32_t> flags;
  Number<std::uint16_t> header_size = 64, program_size, program_count,
                        section_size, section_count, names;
};
static_assert(sizeof(elf_ident) == 16);
static_assert(sizeof(elf_header<rill::le, std::uint32_t>) == 36);
static_assert(sizeof(elf_header<rill::be, std::uint64_t>) == 48);

template <template <class> class Number, class Address>
void show(rill::reader& in) {
  auto const header =
      rill::read_binary<elf_header<Number, Address>>(in, rill::binary_fixed);
  rill::println("kind ", header.kind.value(), ", machine ",
                header.machine.value(), ", entry ",
                rill::prefix(rill::hex(header.entry.value())));
}

int main(int count, char** arguments) {
  char const* const path = count > 1 ? arguments[1] : "program.elf";
  if (count < 2) {
    rill::file_writer out(path);
    rill::write_binary(out, elf_ident(), elf_header<rill::le, std::uint64_t>(),
                       rill::binary_fixed);
    out.close();
  }
  rill::file_reader in(path);
  auto const ident = rill::read_binary<elf_ident>(in, rill::binary_fixed);
  if (ident.magic != elf_ident().magic) {
    rill::eprintln(path, ": no ELF file");
    return 1;
  }
  if (ident.order == 1)
    ident.bits == 1 ? show<rill::le, std::uint32_t>(in)
                    : show<rill::le, std::uint64_t>(in);
  else
    ident.bits == 1 ? show<rill::be, std::uint32_t>(in)
                    : show<rill::be, std::uint64_t>(in);
}
