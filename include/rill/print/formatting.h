// rill/print/formatting.h: adapters in both directions between rill and
// libraries with format strings, std::format and {fmt}.
//
// Layer 5. Names no type of these libraries: interop/formatter.h and
// driver/fmt.h do. Only formatter_base allocates. A formatter and a hook are
// foreign code and may print to the same sink, so neither is given memory of
// the writer. Text passes through a block on the stack, which costs a copy.
// Tests: test/interop/via_format_test.cpp, test/interop/formatter_test.cpp,
// test/driver/fmt_test.cpp.
#ifndef RILL_PRINT_FORMATTING_H
#define RILL_PRINT_FORMATTING_H

#include "../stream/scratch_writer.h"
#include "put.h"

namespace rill::inline RILL_BUILD::detail {

// An argument of another library's function. `lend` returns what a formatter
// gets: a variable itself; a held value as const, if its formatter takes it so
// (TakesConst), or else a copy. Some views can be formatted only when they are
// not const. Without a copy, such a held value itself is changed.
template <class T, bool TakesConst>
struct format_argument {
  T value;
  constexpr decltype(auto) lend() const {
    if constexpr (TakesConst || std::is_reference_v<T>)
      return (value);
    else
      return T(value);
  }
};
template <class T>
  requires(!std::is_reference_v<T> && !std::is_copy_constructible_v<T>)
struct format_argument<T, false> {
  mutable T value;
  constexpr T& lend() const noexcept { return value; }
};

// Collects a formatter's characters on their way into a writer.
class format_block {
 public:
  explicit format_block(writer& out) noexcept : out_(out) {}

  char* begin() noexcept { return block_; }
  char* end() noexcept { return block_ + sizeof block_; }

  /// Passes on the characters before `cursor`. Returns the new cursor.
  char* pass(char const* cursor) {
    out_.write(block_, static_cast<std::size_t>(cursor - block_));
    return block_;
  }

 private:
  writer& out_;
  char block_[256];
};

// An output iterator into the block. It holds the cursor itself, so that the
// cursor stays in a register while the other library copies characters.
class format_iterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = void;
  using pointer = void;
  using reference = void;

  explicit format_iterator(format_block& block) noexcept
      : block_(&block), cursor_(block.begin()) {}

  format_iterator& operator*() noexcept { return *this; }
  format_iterator& operator++() noexcept { return *this; }
  // Returns the iterator itself: a copy would keep the old cursor.
  format_iterator& operator++(int) noexcept { return *this; }
  format_iterator& operator=(char character) {
    if (cursor_ == block_->end()) cursor_ = block_->pass(cursor_);
    *cursor_++ = character;
    return *this;
  }

  void finish() { cursor_ = block_->pass(cursor_); }

 private:
  format_block* block_;
  char* cursor_;
};

// Passes what rill prints to a formatter's output, through the other library's
// formatter of texts, which can access its own buffer.
template <class Text, class View, class Context>
class context_writer : public writer {
 public:
  context_writer(Text const& by, Context& context) noexcept
      : writer(device, block_, sizeof block_), by_(by), context_(context) {}

 private:
  void pass(char const* data, std::size_t size) {
    if (size != 0) context_.advance_to(by_.format(View(data, size), context_));
  }
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<context_writer&>(base);
    text const held = self.pending();
    self.cursor_ = self.begin_;
    self.pass(held.data, held.size);
    if (size < sizeof self.block_)
      self.cursor_ = copy_bytes(self.cursor_, data, size);
    else
      self.pass(data, size);
  }
  static void pass_held(writer& base) { drain(base, nullptr, 0); }
  static constexpr writer_device device{drain, pass_held};

  Text const& by_;
  Context& context_;
  char block_[256];
};

// True for types that rill prints by itself. The adapters for other libraries
// print through rill, so rill cannot print a type through them in turn.
template <class T>
constexpr bool has_own_printing() {
  // A constant, because compilers explain a failed concept at length.
  constexpr bool has_one = is_printable<T>;
  static_assert(has_one,
                "rill: rill::formatter, fmt_formatter and print_to print by "
                "rill_print: give the type a friend void rill_print(auto& "
                "out, Type const& x) { out(x.a, x.b); }");
  return has_one;
}

/// A formatter of everything that rill prints. `Text` is the other library's
/// formatter of its string view `View`.
template <class Text, class View>
class formatter_base {
 public:
  /// Parses the format specification of a text.
  template <class Context>
  constexpr auto parse(Context& context) {
    auto const end = specification_.parse(context);
    is_plain_ = end == context.begin();
    return end;
  }

  template <class T, class Context, sight S = sight_of<T>>
  auto format(T const& value, Context& context) const {
    if constexpr (has_own_printing<T>()) {
      if (is_plain_) {
        context_writer<Text, View, Context> out(specification_, context);
        put(out, value);
        out.flush();
        return context.out();
      }
      scratch_writer<256> scratch;
      put(scratch, value);
      text const made = scratch.bytes();
      return specification_.format(View(made.data, made.size), context);
    } else {
      return context.out();
    }
  }

 private:
  Text specification_;
  bool is_plain_ = true;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
