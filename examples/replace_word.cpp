// examples/replace_word.cpp: replaces a word in a file. At any moment, the file
// is the old one or the new one, whole.
//
//     ./replace_word old new notes.txt
#include <rill/rill.h>

#include <string_view>

namespace {

// Prints the text with each `from` replaced by `to`. Returns how many there
// were.
int print_replaced(rill::writer& out, std::string_view text,
                   std::string_view from, std::string_view to) {
  int count = 0;
  for (std::size_t at; (at = text.find(from)) != text.npos; ++count) {
    rill::print(out, text.substr(0, at), to);
    text.remove_prefix(at + from.size());
  }
  rill::print(out, text);
  return count;
}

int replace(char const* path, std::string_view from, std::string_view to) {
  // A copy of the bytes: the name will belong to another file.
  auto const old = rill::load(path, {.never_map = true});
  int count = 0;
  rill::replace_file(path, [&](rill::writer& out) {
    count = print_replaced(out, {old.data(), old.size()}, from, to);
  });
  return count;
}

// Without arguments: works on a file of its own.
int demonstrate() {
  rill::temporary_directory const folder;
  auto const path = rill::concat(folder.path(), "/notes.txt");
  rill::replace_file(path.c_str(), "a rill, a small rill\n");
  rill::println(replace(path.c_str(), "rill", "stream"), " replaced");
  for (auto line : rill::lines(rill::file::open(path))) rill::println(line);
  return 0;
}

}  // namespace

int main(int count, char** words) try {
  if (count == 1) return demonstrate();
  if (count != 4 || words[1][0] == '\0') {
    rill::eprintln("usage: replace_word OLD NEW FILE");
    return 2;
  }
  rill::println(replace(words[3], words[1], words[2]), " replaced");
  return 0;
} catch (rill::error const& wrong) {
  rill::eprintln(wrong);
  return 1;
}
