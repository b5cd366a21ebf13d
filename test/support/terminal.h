// test/support/terminal.h: a pseudo-terminal for a test, and an environment
// without variables about terminals.
#ifndef RILL_TEST_SUPPORT_TERMINAL_H
#define RILL_TEST_SUPPORT_TERMINAL_H

#include <fcntl.h>      // open, O_RDWR
#include <poll.h>       // poll
#include <stdlib.h>     // posix_openpt, grantpt, unlockpt, ptsname
#include <sys/ioctl.h>  // TIOCSWINSZ
#include <termios.h>    // tcsetattr
#include <unistd.h>     // close, read

#include <map>
#include <optional>
#include <string>

#include "environment.h"

namespace rill_test {

// The test's side receives what the program writes to the other. The terminal
// does not change bytes.
class terminal {
 public:
  terminal() : ours_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    if (ours_ < 0 || ::grantpt(ours_) != 0 || ::unlockpt(ours_) != 0) return;
    char const* const name = ::ptsname(ours_);
    if (!name) return;
    theirs_ = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios modes{};
    if (theirs_ < 0 || ::tcgetattr(theirs_, &modes) != 0) return;
    modes.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    (void)::tcsetattr(theirs_, TCSANOW, &modes);
  }
  terminal(terminal const&) = delete;
  terminal& operator=(terminal const&) = delete;
  ~terminal() {
    if (theirs_ >= 0) ::close(theirs_);
    if (ours_ >= 0) ::close(ours_);
  }

  bool is_there() const { return theirs_ >= 0; }
  // A descriptor of the program's side, which the caller closes.
  int handle() const { return ::fcntl(theirs_, F_DUPFD_CLOEXEC, 3); }

  void resize(unsigned short columns, unsigned short rows) const {
    winsize size{};
    size.ws_col = columns;
    size.ws_row = rows;
    (void)::ioctl(ours_, TIOCSWINSZ, &size);
  }

  // The bytes written since the last call.
  std::string shown() const {
    std::string all;
    char part[512];
    for (pollfd one{ours_, POLLIN, 0}; ::poll(&one, 1, 0) == 1;) {
      ssize_t const size = ::read(ours_, part, sizeof part);
      if (size <= 0) break;
      all.append(part, static_cast<std::size_t>(size));
    }
    return all;
  }

 private:
  int ours_;
  int theirs_ = -1;
};

// Removes the variables; the destructor restores the environment.
class style_environment {
 public:
  style_environment() {
    for (char const* name : names) {
      char const* const value = ::getenv(name);
      if (value) before_[name] = value;
      set_environment(name, nullptr);
    }
    set_environment("TERM", "xterm");
  }
  style_environment(style_environment const&) = delete;
  style_environment& operator=(style_environment const&) = delete;
  ~style_environment() {
    for (char const* name : names)
      set_environment(name,
                      before_.count(name) ? before_.at(name).c_str() : nullptr);
  }

 private:
  static constexpr char const* names[] = {
      "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "CLICOLOR",
      "TERM",     "COLUMNS",        "LINES"};
  std::map<std::string, std::string> before_;
};

}  // namespace rill_test

#endif
