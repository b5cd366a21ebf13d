// rill/scan/hook.h: how a user's type is read by rill_scan.
//
// Floor 5. Two forms: a friend `rill_scan(auto& in, T& value)` that calls
// in(…) as often as it likes, and `rill_scan(rill::reader& in, T& value)`,
// which is no template. in(…) throws what is wrong; where there are no
// exceptions it returns false, and reads nothing from then on. Tests:
// test/scan/hook_test.cpp.
#ifndef RILL_SCAN_HOOK_H
#define RILL_SCAN_HOOK_H

#include "item.h"

namespace rill::inline RILL_BUILD::detail {

// Counts, in the reader itself, how deep what is read is in something else:
// a hook may come to the next value on ways that nobody sees.
class scan_depth {
 public:
  enum kind : bool { bracket, hook };
  static constexpr int limit = 256;

  explicit scan_depth(reader& in, kind what = bracket) noexcept
      : count_(what == bracket ? in.brackets_ : in.hooks_) {
    ++count_;
  }
  scan_depth(scan_depth const&) = delete;
  scan_depth& operator=(scan_depth const&) = delete;
  ~scan_depth() { --count_; }

  bool is_too_deep() const noexcept { return count_ > limit; }

 private:
  unsigned short& count_;
};

struct item_list;

// The `in` of a hook.
class hook_source {
 public:
  explicit hook_source(reader& in) noexcept : reader_(in) {}

  /// Reads the items, one after the other.
  template <class... Items>
  bool operator()(Items&&... items);

  outcome how() const noexcept { return how_; }
  text expected() const noexcept { return expected_; }
  literal_text literal() const noexcept { return literal_; }

 private:
  bool read(item_list list);

  reader& reader_;
  outcome how_ = fine;
  text expected_;
  literal_text literal_ = nullptr;
};

// Stands for a T& and converts to nothing else.
template <class T>
struct only_target {
  template <std::same_as<T> U>
  operator U&() const noexcept;
};

// A hook that is a template of its second argument, as that of a box<T>, does
// not take an only_target<box<T>>. It is better for a box than the function
// here, or as good, and a hook that reaches T as a base class is worse.
namespace scan_hook_of_any {
struct none {};
template <class In, class T>
none rill_scan(In&, T&);

template <class T, class In>
concept is_best = requires(In& in, T& v) {
  { rill_scan(in, v) } -> std::same_as<none>;
};
}  // namespace scan_hook_of_any

template <class T, class In>
concept scan_hook_of_family = requires(In& in, T& v) { rill_scan(in, v); } &&
                              !scan_hook_of_any::is_best<T, In>;

template <class T>
concept template_scan_hook =
    requires(hook_source& in, only_target<T> const& v) { rill_scan(in, v); } ||
    scan_hook_of_family<T, hook_source>;

template <class T>
concept reader_scan_hook = requires(reader& in, only_target<T> const& v) {
  rill_scan(in, v);
} || (!template_scan_hook<T> && scan_hook_of_family<T, reader>);

template <class T>
concept scan_hooked = template_scan_hook<T> || reader_scan_hook<T>;

template <scan_hooked T>
struct item<T> {
  static outcome read(reader& in, T& value, text& expected) {
    literal_text literal = nullptr;
    return read(in, value, expected, literal);
  }
  // Sets also `literal` where what was expected is a literal of the hook's.
  static outcome read(reader& in, T& value, text& expected,
                      literal_text& literal) {
    expected = words_of("a value");
    if (!skip_space(in)) return scan_problem::end_of_input;
    scan_depth const depth(in, scan_depth::hook);
    if (depth.is_too_deep()) {
      expected = words_of("at most 256 nested brackets");
      return scan_problem::malformed;
    }
    if constexpr (template_scan_hook<T>) {
      hook_source source(in);
      rill_scan(source, value);
      expected = source.expected();
      literal = source.literal();
      // The item had begun: an end inside of it is not the end before it.
      return source.how() == scan_problem::end_of_input
                 ? scan_problem::malformed
                 : source.how();
    } else {
      rill_scan(in, value);
      return fine;
    }
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
