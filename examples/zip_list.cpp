// examples/zip_list.cpp: the names in a ZIP file: zip_list [FILE]. Without a
// file it writes one with two stored files and reads that.
#include <rill/binary.h>
#include <rill/hash.h>
#include <rill/rill.h>

#include <algorithm>  // std::min
#include <string>
#include <string_view>
#include <utility>

// APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16. Names follow the
// structures.
struct local_header {
  rill::fixed_text<4> magic = "PK\3\4";
  rill::le<std::uint16_t> version = 20, flags, method, time, date = 33;
  rill::le<std::uint32_t> crc, compressed, size;
  rill::le<std::uint16_t> name_size, extra_size;
};
struct directory_entry {
  rill::fixed_text<4> magic = "PK\1\2";
  rill::le<std::uint16_t> made_by = 20, version = 20, flags, method, time,
                          date = 33;
  rill::le<std::uint32_t> crc, compressed, size;
  rill::le<std::uint16_t> name_size, extra_size, comment_size, disk, internal;
  rill::le<std::uint32_t> external, offset;
};
struct directory_end {
  rill::fixed_text<4> magic = "PK\5\6";
  rill::le<std::uint16_t> disk, first_disk, entries_here, entries;
  rill::le<std::uint32_t> directory_size, directory_at;
  rill::le<std::uint16_t> comment_size;
};
static_assert(sizeof(local_header) == 30 && sizeof(directory_entry) == 46 &&
              sizeof(directory_end) == 22);

void write_example(char const* path) {
  std::pair<std::string_view, std::string_view> const files[] = {
      {"a.txt", "first"}, {"b.txt", ""}};
  std::string directory;
  std::string all;
  for (auto const& [name, data] : files) {
    directory_entry entry;
    entry.offset = static_cast<std::uint32_t>(all.size());
    entry.crc = rill::crc32::of(data);
    entry.size = entry.compressed = static_cast<std::uint32_t>(data.size());
    entry.name_size = static_cast<std::uint16_t>(name.size());
    local_header header;
    header.crc = entry.crc;
    header.size = header.compressed = entry.size;
    header.name_size = entry.name_size;
    rill::append(all, rill::to_bytes(header, rill::binary_fixed), name, data);
    rill::append(directory, rill::to_bytes(entry, rill::binary_fixed), name);
  }
  directory_end end;
  end.entries = end.entries_here = 2;
  end.directory_size = static_cast<std::uint32_t>(directory.size());
  end.directory_at = static_cast<std::uint32_t>(all.size());
  rill::file_writer out(path);
  rill::print(out, all, directory, rill::to_bytes(end, rill::binary_fixed));
  out.close();
}

int main(int count, char** arguments) {
  char const* const path = count > 1 ? arguments[1] : "two_files.zip";
  if (count < 2) write_example(path);
  rill::loaded_file const file = rill::load(path);
  std::string_view const bytes(file.data(), file.size());
  std::size_t const end_at = bytes.rfind("PK\5\6");
  if (end_at == bytes.npos) {
    rill::eprintln(path, ": no ZIP file");
    return 1;
  }
  rill::memory_reader in(bytes.substr(end_at));
  auto const end = rill::read_binary<directory_end>(in, rill::binary_fixed);
  in = rill::memory_reader(
      bytes.substr(std::min<std::size_t>(end.directory_at, bytes.size())));
  for (int i = 0; i != end.entries; ++i) {
    auto const entry =
        rill::read_binary<directory_entry>(in, rill::binary_fixed);
    rill::println(rill::right(entry.size.value(), 8), ' ',
                  in.peek(entry.name_size));
    std::size_t const behind =
        std::size_t{entry.name_size} + entry.extra_size + entry.comment_size;
    in.advance_to(in.cursor() + std::min(behind, in.available()));
  }
}
