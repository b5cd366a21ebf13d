// rill/process/exit_status.h: how a process ended.
//
// Floor 5. Values; allocates nothing, throws nothing, constexpr. Tests:
// test/process/exit_status_test.cpp.
#ifndef RILL_PROCESS_EXIT_STATUS_H
#define RILL_PROCESS_EXIT_STATUS_H

#include "../base/text.h"
#include "../number/decimal.h"
#include "../os/process_terms.h"
#include "../os/signal_name.h"

namespace rill::inline RILL_BUILD {

/// The process ended by itself: main() returned the status, or exit() was
/// called. POSIX has 0 to 255, Windows 32 bits.
struct exited {
  unsigned status = 0;
};

/// A signal ended the process. Windows has no signals.
struct signalled {
  int number = 0;     ///< SIGKILL, SIGSEGV, …
  bool core = false;  ///< it left a core dump
};

namespace detail {

// "ended by signal 2147483647, core dumped" has 39 bytes.
class status_words {
 public:
  using traits_type = status_words;  // marks text

  constexpr void add(text words) noexcept {
    size_ = static_cast<std::size_t>(copy_text(bytes_ + size_, words) - bytes_);
  }
  constexpr void add_number(unsigned number) noexcept {
    char* const end = write_decimal(bytes_ + size_, number);
    size_ = static_cast<std::size_t>(end - bytes_);
  }
  constexpr char const* data() const noexcept { return bytes_; }
  constexpr std::size_t size() const noexcept { return size_; }

 private:
  char bytes_[64] = {};
  std::size_t size_ = 0;
};

}  // namespace detail

/// How a process ended: it exited, or a signal ended it.
///
/// Prints itself: `exited with 1`, `ended by SIGSEGV (11), core dumped`,
/// `exited with 0xC0000005`.
///
/// Example:
///     rill::exit_status status = rill::exited{2};
///     if (status == rill::exited{2}) rill::println(status);
class exit_status {
 public:
  constexpr exit_status(exited how) noexcept : number_(how.status) {}
  constexpr exit_status(signalled how) noexcept
      : is_signal_(true),
        has_core_(how.core),
        number_(static_cast<unsigned>(how.number)) {}
  constexpr explicit exit_status(os::exit_report report) noexcept
      : is_signal_(report.is_signal),
        has_core_(report.has_core),
        number_(report.number) {}

  constexpr bool is_exited() const noexcept { return !is_signal_; }
  constexpr bool is_signalled() const noexcept { return is_signal_; }
  /// Returns true when it exited with 0.
  constexpr bool success() const noexcept {
    return !is_signal_ && number_ == 0;
  }

  /// Returns the status that it exited with. Requires is_exited().
  constexpr unsigned status() const noexcept { return number_; }
  /// Returns the signal that ended it. Requires is_signalled().
  constexpr int signal() const noexcept { return static_cast<int>(number_); }
  /// Returns true when a signal ended it and it left a core dump.
  constexpr bool has_core() const noexcept { return has_core_; }

  /// Calls f(exited), or g(signalled), and returns what that returns. Both
  /// return the same type.
  template <class OnExit, class OnSignal>
  constexpr auto visit(OnExit&& f, OnSignal&& g) const
      -> decltype(f(exited{})) {
    return is_signal_ ? g(signalled{signal(), has_core_}) : f(exited{number_});
  }

  /// Returns what a shell has in $? for it: the status, or 128 plus the signal.
  constexpr int shell_code() const noexcept {
    return static_cast<int>(is_signal_ ? 128 + number_ : number_);
  }

  /// Compares the kind and the number. A core dump makes no difference: the
  /// system's limits decide whether there is one.
  friend constexpr bool operator==(exit_status a, exit_status b) noexcept {
    return a.is_signal_ == b.is_signal_ && a.number_ == b.number_;
  }

  /// Returns the text that it prints as.
  constexpr auto words() const noexcept {
    detail::status_words words;
    if (is_signal_)
      add_signal(words);
    else
      add_status(words);
    return words;
  }

  friend constexpr auto rill_print(auto& out, exit_status const& status) {
    return out(status.words());
  }

 private:
  constexpr void add_signal(detail::status_words& words) const noexcept {
    text const name = os::signal_name(signal());
    words.add("ended by ");
    words.add(name.size != 0 ? name : text("signal"));
    words.add(name.size != 0 ? " (" : " ");
    words.add_number(number_);
    if (name.size != 0) words.add(")");
    if (has_core_) words.add(", core dumped");
  }

  // From 0xC0000000 on, a status of Windows is an NTSTATUS of an error, which
  // is documented and searched for in base 16.
  constexpr void add_status(detail::status_words& words) const noexcept {
    words.add("exited with ");
    if (number_ < 0xC0000000) return words.add_number(number_);
    words.add("0x");
    for (int shift = 32; shift != 0;) {
      shift -= 4;
      words.add({&"0123456789ABCDEF"[number_ >> shift & 15], 1});
    }
  }

  bool is_signal_ = false;
  bool has_core_ = false;
  unsigned number_ = 0;
};

}  // namespace rill::inline RILL_BUILD

#endif
