// test/support/migration.h: means of the programs test/golden/from_*.cpp, which
// have the code of the migration pages.
#ifndef RILL_TEST_SUPPORT_MIGRATION_H
#define RILL_TEST_SUPPORT_MIGRATION_H

#include <rill/file.h>
#include <rill/fs.h>
#include <rill/print.h>
#include <stdlib.h>  // exit

#include <string_view>

namespace rill_test {

// A folder of its own, in which the program runs: several run at a time.
class own_folder {
 public:
  own_folder() { rill::fs::change_directory(folder_.path()); }
  own_folder(own_folder const&) = delete;
  ~own_folder() { rill::fs::change_directory("/"); }

 private:
  rill::temporary_directory folder_;
};

// Ends the program if a text is not the wanted one.
inline void check(std::string_view got, std::string_view wanted) {
  if (got == wanted) return;
  rill::eprintln("got: ", got, "\nnot: ", wanted);
  ::exit(1);
}
inline void check(bool holds) { check(holds ? "true" : "false", "true"); }

// Prints to a string, and compares it.
template <class... Values>
void check_print(std::string_view wanted, Values const&... values) {
  check(rill::concat(values...), wanted);
}

}  // namespace rill_test

#endif
