// rill/print/dbg.h: dbg, which shows expressions and their values, with levels
// and a choice of outputs.
//
// Layer 5. Tests: test/print/dbg_level_test.cpp, test/system/dbg_test.py,
// test/print/debugger_test.cpp, test/print/dbg_test.cpp.
#ifndef RILL_PRINT_DBG_H
#define RILL_PRINT_DBG_H

#include <tuple>  // what several expressions return

#include "../os/debug_output.h"
#include "../os/output.h"  // program_name
#include "../os/process_types.h"
#include "../stream/message_text.h"
#include "../stream/scratch_writer.h"
#include "pretty.h"
#include "print.h"

#if RILL_HOSTED
#include "../os/environment.h"
#endif

// The output of dbg.
//
// Any thread may call the functions.

namespace rill::inline RILL_BUILD {

/// A function that receives the text of dbg: one call for each dbg, with all
/// its lines and the final newline. The text is valid during the call.
using dbg_output = void (*)(text message, debug_level level);

#if RILL_HOSTED

namespace detail {

// eprint(line), or eprintln(line), without a template that each program with
// dbg would instantiate.
inline void say_line(text line, bool ends_line) {
  static constexpr listed_type const* types[] = {&array_in_list,
                                                 &newline_in_list, nullptr};
  static constexpr listed_type const* only_text[] = {&array_in_list, nullptr};
  listed_value const values[2] = {listed_value(line.data, line.size),
                                  listed_value(nullptr)};
  print_plainly(stderr, {ends_line ? types : only_text, values});
}

}  // namespace detail

/// Prints the text to standard error, in one write. This is the default.
inline void dbg_to_standard_error(text message, debug_level) {
  detail::say_line(message, false);
}

namespace detail {

RILL_STATE inline dbg_output dbg_output_in_force = dbg_to_standard_error;

}  // namespace detail

/// Sets the output of dbg and dbg_at, and returns the previous one. Null
/// restores the default.
///
/// Example:
///     #include <rill/debug.h>
///     rill::set_dbg_output(rill::dbg_to_debugger);
inline dbg_output set_dbg_output(dbg_output output) noexcept {
  return __atomic_exchange_n(&detail::dbg_output_in_force,
                             output ? output : dbg_to_standard_error,
                             __ATOMIC_ACQ_REL);
}
#endif

// The levels that dbg_at prints.
//
// Allocates nothing, throws nothing. Any thread may call the functions.

namespace detail {

// The level of a name or a digit, or -1 for any other text. Accepts syslog's
// names too.
constexpr int level_of(text words) noexcept {
  struct known {
    text name;
    int level;
  };
  constexpr known all[] = {
      {"none", 0},        {"error", 3}, {"err", 3},
      {"warning", 4},     {"warn", 4},  {"notice", 5},
      {"information", 6}, {"info", 6},  {"debug", 7},
  };
  for (known const& one : all)
    if (words == one.name) return one.level;
  bool const is_digit =
      words.size == 1 && words.data[0] >= '0' && words.data[0] <= '7';
  return is_digit ? words.data[0] - '0' : -1;
}

// -1 until the level is first used or set.
RILL_STATE inline int dbg_level_in_force = -1;

// Returns the level in RILL_DBG_LEVEL. Without the variable, every level is
// printed; with an invalid value too, after a message on standard error.
[[gnu::cold]] inline int dbg_level_of_environment() {
  int level = static_cast<int>(debug_level::debug);
#if RILL_HOSTED
  char room[16];
  os::filled const got = os::read_variable("RILL_DBG_LEVEL", room, sizeof room);
  if (got.is_there && !got.error && got.size != 0) {
    bool const is_whole = got.size <= sizeof room;
    int const named = is_whole ? level_of({room, got.size}) : -1;
    if (named < 0)
      say_line(
          "rill: RILL_DBG_LEVEL: expected none, error, warning, notice, "
          "information, debug or 0 to 7",
          true);
    else
      level = named;
  }
#endif
  // Keeps a level that another thread has set meanwhile.
  int before = -1;
  bool const is_ours =
      __atomic_compare_exchange_n(&dbg_level_in_force, &before, level, false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return is_ours ? level : before;
}

}  // namespace detail

/// Returns the level in force: the one that was set, otherwise that of the
/// environment variable RILL_DBG_LEVEL, which is read on first use. The
/// variable contains the name of a level or its number, 0 to 7. Without it, all
/// levels are printed.
inline debug_level dbg_level() {
  int level = __atomic_load_n(&detail::dbg_level_in_force, __ATOMIC_RELAXED);
  if (level < 0) level = detail::dbg_level_of_environment();
  return static_cast<debug_level>(level);
}

/// Sets the level in force and returns the previous one. dbg_at prints messages
/// of this level and of more important ones; with debug_level::none it prints
/// nothing.
///
/// Example:
///     rill::set_dbg_level(rill::debug_level::warning);
inline debug_level set_dbg_level(debug_level level) {
  debug_level const before = dbg_level();
  __atomic_store_n(&detail::dbg_level_in_force, static_cast<int>(level),
                   __ATOMIC_RELAXED);
  return before;
}

namespace detail {

inline bool is_dbg_printed(debug_level level) {
  return level != debug_level::none && level <= dbg_level();
}

}  // namespace detail

// The debugger or the system's log as a sink of print.
//
// Each call is one message. Throws what allocating and printing the values
// throw.

/// The sink that debugger() returns. A plain value.
class debugger_sink {
 public:
  constexpr explicit debugger_sink(debug_level level) noexcept
      : level_(level) {}
  constexpr debug_level level() const noexcept { return level_; }

 private:
  debug_level level_;
};

/// Returns a sink for messages to a developer. Each call of print is one
/// message; a newline at its end makes no difference. A message goes
///
/// - on Windows to OutputDebugStringW, in pieces of at most 32,766 UTF-16 units
///   that end between characters;
/// - on Linux to the journal (journalctl), with the level as its priority and
///   the program's name as its identifier; a long one as a file in memory;
/// - on Linux without the journal, and on other POSIX systems, to syslog, as
///   a datagram of at most 1,024 bytes for each line;
/// - to standard error if none of these accepts it; on Windows, if no debugger
///   is attached and no viewer such as DebugView runs.
///
/// U+FFFD replaces NUL and ill-formed UTF-8. An empty message, and one of
/// debug_level::none, is dropped.
///
/// Errors: none. A daemon that does not read delays the call by at most 100 ms;
/// then the message goes to standard error. Cost: on POSIX four system calls,
/// some 10 us.
///
/// Example:
///     rill::println(rill::debugger(rill::debug_level::warning), "low: ", 3);
constexpr debugger_sink debugger(
    debug_level level = debug_level::debug) noexcept {
  return debugger_sink(level);
}

#if RILL_HOSTED
/// Passes the text of dbg to debugger(level). An argument for set_dbg_output.
inline void dbg_to_debugger(text message, debug_level level) {
  if (message.size != 0 && message.end()[-1] == '\n') --message.size;
  if (message.size == 0 || level == debug_level::none) return;
  detail::scratch_writer<512> made;
  text bytes = message;
  if (detail::clean_beginning(message) != message.size) {
    detail::write_message(made, message);
    bytes = made.bytes();
  }
  if (!os::send_debug_message(
          {bytes, static_cast<int>(level), text(os::program_name())}))
    detail::say_line(message, true);
}

namespace detail {

[[gnu::noinline]] inline void print_to_debugger(debug_level level,
                                                print_list list) {
  scratch_writer<512> out;
  put_list(out, list);
  dbg_to_debugger(out.bytes(), level);
}

}  // namespace detail
#endif

template <>
struct sink_traits<debugger_sink> {
  template <class... Args>
  static void put(debugger_sink const& to, Args const&... args) {
#if RILL_HOSTED
    if constexpr (detail::all_printable<Args...>)
      detail::print_to_debugger(to.level(),
                                detail::listed_call<Args...>(args...).list());
#else
    static_assert(detail::always_false<void(Args const&...)>,
                  "rill: this program is built without a system: there is no "
                  "debugger to print to");
#endif
  }
  static void flush(debugger_sink const&) noexcept {}
};

// Expressions and their values, for the programmer. The public header is
// rill/debug.h, which has the macros.
//
// Not optimised for speed: the text is made in memory, and goes to its output
// in one call.

namespace detail {

// True for the characters of names and numbers.
constexpr bool is_word(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Splits the text of a macro's arguments at the commas between expressions. The
// preprocessor has left one space at most between tokens, and no comments.
class expression_list {
 public:
  /// `with_angles` treats < and > as brackets, which they sometimes are.
  constexpr expression_list(text all, bool with_angles) noexcept
      : rest_(all), with_angles_(with_angles) {}

  /// Returns the next expression; empty after the last.
  constexpr text next() noexcept {
    while (rest_.size != 0 && *rest_.data == ' ') take(1);
    char const* const first = rest_.data;
    int depth = 0;
    while (rest_.size != 0 && (depth != 0 || *rest_.data != ',')) {
      depth += step_of(*rest_.data);
      pass();
    }
    char const* last = rest_.data;
    while (last != first && last[-1] == ' ') --last;
    if (rest_.size != 0) take(1);
    return {first, static_cast<std::size_t>(last - first)};
  }
  constexpr int count() const noexcept {
    expression_list copy = *this;
    int found = 0;
    while (copy.next().size != 0) ++found;
    return found;
  }

 private:
  constexpr void take(std::size_t size) noexcept {
    size = smaller(size, rest_.size);
    rest_ = {rest_.data + size, rest_.size - size};
  }
  constexpr int step_of(char c) const noexcept {
    if (c == '(' || c == '[' || c == '{') return 1;
    if (c == ')' || c == ']' || c == '}') return -1;
    if (with_angles_ && c == '<') return 1;
    if (with_angles_ && c == '>' && before_ != '-') return -1;
    return 0;
  }
  // Skips one token: a name or number, a literal, or any other character.
  constexpr void pass() noexcept {
    char const c = *rest_.data;
    before_ = c;
    if (is_word(c))
      pass_word();
    else if (c == '"' || c == '\'')
      pass_quoted(c);
    else
      take(1);
  }
  // Skips a name or a number. A number may contain '. A name that ends in R
  // before a quote begins a raw string.
  constexpr void pass_word() noexcept {
    bool const is_number = is_digit(*rest_.data);
    char last = 0;
    while (rest_.size != 0 &&
           (is_word(*rest_.data) || (is_number && *rest_.data == '\''))) {
      last = *rest_.data;
      take(1);
    }
    if (!is_number && last == 'R' && rest_.size != 0 && *rest_.data == '"')
      pass_raw();
  }
  constexpr void pass_quoted(char quote) noexcept {
    take(1);
    while (rest_.size != 0 && *rest_.data != quote)
      take(*rest_.data == '\\' ? 2 : 1);
    take(1);
  }
  // Skips "tag( … )tag", from its quote on.
  constexpr void pass_raw() noexcept {
    take(1);
    char const* const word = rest_.data;
    while (rest_.size != 0 && *rest_.data != '(') take(1);
    auto const size = static_cast<std::size_t>(rest_.data - word);
    while (rest_.size != 0 && !(rest_.size > size + 1 && *rest_.data == ')' &&
                                rest_.data[size + 1] == '"' &&
                                text(rest_.data + 1, size) == text(word, size)))
      take(1);
    take(size + 2);
  }

  text rest_;
  char before_ = 0;
  bool with_angles_;
};

// Returns the values of the expressions: an lvalue by reference, a temporary by
// moving it, several as a tuple.
constexpr void give_back() noexcept {}
template <class T>
constexpr T give_back(T&& value) {
  return static_cast<T&&>(value);
}
template <class... T>
constexpr std::tuple<T...> give_back(T&&... values) {
  return std::tuple<T...>(static_cast<T&&>(values)...);
}

/// A source location, and the text of the expressions there.
template <class>
struct dbg_place {
  char const* file;
  unsigned line;
  char const* expressions;

  template <class... T, sight S = sight_of_call<T...>()>
  constexpr auto operator()(T&&... values) const
      -> decltype(give_back(static_cast<T&&>(values)...)) {
    if constexpr (all_printable<debugged<printed<T> const&>...>)
      if (!std::is_constant_evaluated())
        say(debug_level::debug, to_print<T>(values)...);
    return give_back(static_cast<T&&>(values)...);
  }

 protected:
  template <class... T, sight S = sight_of_call<T...>()>
  void say(debug_level level, T const&... values) const {
    constexpr int count = sizeof...(T);
    scratch_writer<512> out;
    expression_list list(expressions, false);
    // More commas than values: some may be between < and >. If the counts
    // differ even so, the values are numbered instead.
    if (list.count() != count) list = {expressions, true};
    bool const is_known = list.count() == count;
    int number = 0;
    (put_one(out, is_known ? list.next() : text{}, ++number, values), ...);
    if (count == 0) detail::put(out, file, ':', line, '\n');
    give(out.bytes(), level);
  }

 private:
  static void give(text message, debug_level level) {
#if RILL_HOSTED
    __atomic_load_n(&dbg_output_in_force, __ATOMIC_ACQUIRE)(message, level);
#else
    eprint(message);
#endif
  }
  // Writes `file:line: expression = value`; for a literal, only the value.
  template <class T, sight S = sight_of<T>>
  void put_one(writer& out, text expression, int number, T const& value) const {
    detail::put(out, file, ':', line, ": ");
    scratch_writer<256> made;
    put_pretty(made, value, 2, 0);
    text const shown = made.bytes();
    if (expression.size == 0)
      detail::put(out, '#', number, " of ", expressions, " = ");
    else if (expression != shown)
      detail::put(out, expression, " = ");
    detail::put(out, shown, '\n');
  }
};

/// dbg_place with a level. Prints nothing if the level is beyond the level in
/// force or beyond `bound`, which is fixed at compile time. A bound of 1
/// includes all levels.
template <class Place>
struct dbg_place_at : dbg_place<Place> {
  debug_level level;
  int bound;

  template <class... T, sight S = sight_of_call<T...>()>
  constexpr auto operator()(T&&... values) const
      -> decltype(give_back(static_cast<T&&>(values)...)) {
    if constexpr (all_printable<debugged<printed<T> const&>...>)
      if (!std::is_constant_evaluated() &&
          (bound == 1 || static_cast<int>(level) <= bound) &&
          is_dbg_printed(level))
        this->say(level, to_print<T>(values)...);
    return give_back(static_cast<T&&>(values)...);
  }
};

/// Takes the place of dbg_place if dbg is switched off.
template <class>
struct dbg_nothing {
  template <class... T>
  constexpr auto operator()(T&&... values) const
      -> decltype(give_back(static_cast<T&&>(values)...)) {
    return give_back(static_cast<T&&>(values)...);
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
