// test/support/failing_calls.h: makes each replaceable system call fail in turn
// (os/posix/call.h, directory_call.h).
#ifndef RILL_TEST_SUPPORT_FAILING_CALLS_H
#define RILL_TEST_SUPPORT_FAILING_CALLS_H

#include <rill/os/file_calls.h>
#include <rill/os/posix/entry.h>

#include <string>
#include <type_traits>
#include <vector>

#include "kept_calls.h"

#if !RILL_FAULTS
#error "the unit tests are built with RILL_FAULTS=1"
#endif

namespace rill_test {

// While an object lives, the system calls go through it. The call with the
// index `at` (from 0) fails with the errno `number`; with `every_other`, every
// second call fails.
class failing_calls {
 public:
  std::vector<std::string> names;  // of the calls so far
  int at = -1;
  int number = 0;            // errno
  bool every_other = false;  // starting with the first call
  bool has_struck = false;

  explicit failing_calls(int strike_at = -1, int error_number = 0)
      : at(strike_at), number(error_number) {
    current = this;
    namespace os = rill::os;
    using plain_calls = os::system_calls;
    using file_calls = os::file_system_calls;
    using folder_calls = os::directory_calls;
    replace<&plain_calls::read>(os::call, "read");
    replace<&plain_calls::write>(os::call, "write");
    replace<&plain_calls::writev>(os::call, "writev");
    replace<&plain_calls::lseek>(os::call, "lseek");
    replace<&plain_calls::close>(os::call, "close");
    os::call.fsync = [](int) { return 0; };  // does not wait for the disk
    replace<&plain_calls::fsync>(os::call, "fsync");
    replace<&plain_calls::ftruncate>(os::call, "ftruncate");
    replace<&file_calls::open>(os::file_call, "open");
    replace<&file_calls::fstat>(os::file_call, "fstat");
    replace<&folder_calls::openat>(os::directory_call, "openat");
    replace<&folder_calls::fstatat>(os::directory_call, "fstatat");
    replace<&folder_calls::mkdirat>(os::directory_call, "mkdirat");
    replace<&folder_calls::unlinkat>(os::directory_call, "unlinkat");
    replace<&folder_calls::renameat>(os::directory_call, "renameat");
    replace<&folder_calls::linkat>(os::directory_call, "linkat");
    replace<&folder_calls::readlinkat>(os::directory_call, "readlinkat");
    replace<&folder_calls::fchmod>(os::directory_call, "fchmod");
    replace<&folder_calls::fchown>(os::directory_call, "fchown");
    replace<&folder_calls::fdopendir>(os::directory_call, "fdopendir");
    replace<&folder_calls::readdir>(os::directory_call, "readdir");
    replace<&folder_calls::getentropy>(os::directory_call, "getentropy");
  }
  failing_calls(failing_calls const&) = delete;
  failing_calls& operator=(failing_calls const&) = delete;
  ~failing_calls() { current = before_; }

  // The name of the call that failed.
  std::string struck() const {
    return has_struck ? names[static_cast<std::size_t>(at)] : "none";
  }

 private:
  static inline failing_calls* current = nullptr;

  bool strikes(char const* name) {
    int const index = static_cast<int>(names.size());
    names.push_back(name);
    bool const now = every_other ? index % 2 == 0 : index == at;
    has_struck |= now;
    return now;
  }

  template <auto Member>
  struct hook;
  template <class Table, class Result, class... Arguments,
            Result (*Table::*Member)(Arguments...)>
  struct hook<Member> {
    static inline Result (*real)(Arguments...);
    static inline char const* name;
    static Result call(Arguments... arguments) {
      if (!current->strikes(name)) return real(arguments...);
      // As on Linux, a failing close still releases the descriptor.
      if constexpr (std::is_same_v<Table, rill::os::system_calls>)
        if (std::string(name) == "close") (void)real(arguments...);
      errno = current->number;
      if constexpr (std::is_pointer_v<Result>)
        return nullptr;
      else
        return -1;
    }
  };
  template <auto Member, class Table>
  void replace(Table& table, char const* name) {
    hook<Member>::real = table.*Member;
    hook<Member>::name = name;
    table.*Member = hook<Member>::call;
  }

  kept_calls kept_;
  failing_calls* before_ = current;
};

}  // namespace rill_test

#endif
