// test/system/programs/copying.cpp: copies.
//   copying stream           standard input to standard output
//   copying files FROM TO    one file to another
//   copying sparse FROM TO   the same, and keeps holes
#include <rill/rill.h>
#include <string.h>  // strcmp

namespace {

rill::result<unsigned long long> copied(int count, char** words) {
  if (count == 2)
    return rill::try_copy(rill::file_view(0, "input"),
                          rill::file_view(1, "output"));
  rill::result<rill::file> from = rill::file::try_open(words[2]);
  if (!from) return from.error();
  rill::result<rill::file> to = rill::file::try_create(words[3]);
  if (!to) return to.error();
  bool const sparse = strcmp(words[1], "sparse") == 0;
  auto const done = rill::try_copy(*from, *to, {.sparse = sparse});
  if (!done) return done.error();
  if (rill::result<void> const closed = to->try_close(); !closed)
    return closed.error();
  return *done;
}

}  // namespace

int main(int count, char** words) {
  auto const done = copied(count, words);
  rill::eprintln(done ? *done : done.error().written());
  if (done) return 0;
  rill::eprintln(done.error());
  return 1;
}
