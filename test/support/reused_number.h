// test/support/reused_number.h: another child that has the number of one that
// has ended.
#ifndef RILL_TEST_SUPPORT_REUSED_NUMBER_H
#define RILL_TEST_SUPPORT_REUSED_NUMBER_H

#include <signal.h>       // kill, SIGCHLD
#include <sys/syscall.h>  // SYS_clone3
#include <sys/wait.h>     // waitid
#include <unistd.h>       // syscall, setpgid, sleep

#include <cstdint>

namespace rill_test {

// Waits for the end of a child and frees its number, as code that waits for
// every child does.
inline bool collect_elsewhere(int id) {
  return ::waitpid(id, nullptr, 0) == id;
}

// A child of this program that has a given number and leads a group of its own.
// The number must be free. Choosing it takes rights (CAP_CHECKPOINT_RESTORE).
class bystander {
 public:
  explicit bystander(int id) {
#if defined(SYS_clone3)
    pid_t const chosen[] = {id};
    // struct clone_args of clone(2).
    std::uint64_t arguments[11] = {};
    arguments[4] = SIGCHLD;
    arguments[8] = reinterpret_cast<std::uintptr_t>(chosen);
    arguments[9] = 1;
    id_ = static_cast<int>(::syscall(SYS_clone3, arguments, sizeof arguments));
    // Its end fails a test that waits for it by mistake.
    if (id_ == 0) ::_exit(::sleep(10) == 0 ? 0 : 1);
    if (id_ > 0) (void)::setpgid(id_, id_);
#else
    (void)id;
#endif
  }
  bystander(bystander const&) = delete;
  bystander& operator=(bystander const&) = delete;
  ~bystander() {
    if (id_ <= 0) return;
    (void)::kill(id_, SIGKILL);
    (void)::waitpid(id_, nullptr, 0);
  }

  // Returns false if the system refuses the number.
  bool exists() const { return id_ > 0; }
  // Returns false if it was signalled, or if other code has waited for it.
  bool is_untouched() const {
    siginfo_t about{};
    return ::waitid(P_PID, static_cast<id_t>(id_), &about,
                    WEXITED | WSTOPPED | WCONTINUED | WNOHANG | WNOWAIT) == 0 &&
           about.si_pid == 0;
  }

 private:
  int id_ = -1;
};

}  // namespace rill_test

#endif
