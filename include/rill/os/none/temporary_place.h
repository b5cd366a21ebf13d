// rill/os/none/temporary_place.h: temporary entries of folders, where rill
// does not know how to make them.
//
// Layer 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_TEMPORARY_PLACE_H
#define RILL_OS_NONE_TEMPORARY_PLACE_H

#include "../file_calls.h"

namespace rill::inline RILL_BUILD::os {

struct removal {
  unsigned long long count = 0;
  error_code error;
  char const* below() const noexcept { return ""; }
};

class temporary_place {
 public:
  opened make_file(char const*) { return {no_handle, refused()}; }
  error_code make_folder(char const*) { return refused(); }
  char const* name() const { return ""; }
  bool is_ours() const { return false; }
  error_code remove_file() { return refused(); }
  removal remove_tree() { return {0, refused()}; }
  error_code move_over(char const*) { return refused(); }
  error_code move_to_new(char const*) { return refused(); }
  void forget() {}

 private:
  static error_code refused() { return library_problem::unsupported; }
};

inline char const* folder_for_temporaries() { return "."; }

}  // namespace rill::inline RILL_BUILD::os

#endif
