// Keeps a line as a view, reads on, and prints the view: kept_lines FILE. With
// a second argument it keeps the line as a std::string.
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <string>
#include <string_view>
#include <vector>

template <class Line>
void show_first(char const* path) {
  rill::file_reader in(path);
  std::vector<Line> kept;
  for (std::string_view line : rill::lines(in)) kept.emplace_back(line);
  rill::println(kept.size(), ' ', kept.front());
}

int main(int count, char** words) {
  if (count == 2)
    show_first<std::string_view>(words[1]);
  else
    show_first<std::string>(words[1]);
}
