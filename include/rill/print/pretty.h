// rill/print/pretty.h: values in debug form over several lines.
//
// Layer 5. Prints the parts once, on one line, into memory, with marks at
// brackets and commas. Then breaks each structure that does not fit, the
// outermost first. Tests: test/print/pretty_test.cpp.
#ifndef RILL_PRINT_PRETTY_H
#define RILL_PRINT_PRETTY_H

#include "../memory/small_vector.h"
#include "../stream/scratch_writer.h"
#include "../stream/styles.h"
#include "../unicode/width.h"
#include "../value/parts.h"
#include "layout.h"

namespace rill::inline RILL_BUILD::detail {

// A place where a line may be broken.
struct line_mark {
  enum kind : unsigned char { open, separator, close };
  std::size_t at;    // in the text: after an opening bracket, before any other
  std::size_t last;  // of an opening mark, the number of its closing mark
  kind what;
};

// The text on one line and its marks. A template, like all that follows: a
// program that does not use it only parses it.
template <class Mark>
struct marks_and_text {
  explicit marks_and_text(writer& out) : line(out) {}

  void mark(line_mark::kind what) {
    marks.add({line.bytes().size, ~std::size_t{}, what});
  }

  scratch_writer<256, styling_writer> line;
  small_vector<Mark> marks;
};
using marked_text = marks_and_text<line_mark>;

template <class T, sight S = sight_of<T>>
void put_marked(marked_text& to, T const& value);

/// flat_layout that also records marks.
template <class Marked>
class pretty_layout {
 public:
  explicit pretty_layout(Marked& to) noexcept : to_(to) {}

  void open(text bracket) { open({}, bracket); }
  void open(text name, text bracket) {
    to_.line.write(name);
    to_.line.write(bracket);
    opened_ = to_.marks.size();
    to_.mark(line_mark::open);
  }
  void word(text name) { to_.line.write(name); }
  template <class T, sight S = sight_of<T>>
  void item(T const& value) {
    separate();
    put_marked(to_, value);
  }
  template <class Key, class T, sight S = sight_of_call<Key, T>()>
  void entry(Key const& key, T const& value) {
    separate();
    detail::put(to_.line, debugged<Key const&>{key}, ": ");
    put_marked(to_, value);
  }
  template <class T, sight S = sight_of<T>>
  void field(text name, T const& value) {
    separate();
    detail::put(to_.line, name, ": ");
    put_marked(to_, value);
  }
  void close(text bracket) {
    to_.marks[opened_].last = to_.marks.size();
    to_.mark(line_mark::close);
    to_.line.write(bracket);
  }

 private:
  void separate() {
    if (!is_first_) {
      to_.mark(line_mark::separator);
      to_.line.write(", ");
    }
    is_first_ = false;
  }

  Marked& to_;
  std::size_t opened_ = 0;
  bool is_first_ = true;
};

template <class T, sight S>
void put_marked(marked_text& to, T const& value) {
  if constexpr (!directly_printable<T> && !std::is_pointer_v<T>) {
    if constexpr (with_parts<T>) {
      pretty_layout<marked_text> layout(to);
      shape_printer<shape_of<T>>::walk(layout, value);
      return;
    }
  }
  detail::put(to.line, debugged<T const&>{value});
}

// Writes a marked text in lines of at most `page` columns, if its parts allow
// that.
template <class Mark>
class line_breaker {
 public:
  line_breaker(writer& out, marks_and_text<Mark> const& what,
               std::size_t indent, std::size_t column) noexcept
      : out_(out),
        text_(what.line.bytes()),
        marks_(what.marks),
        indent_(indent),
        column_(column) {}

  void put_all() {
    for (std::size_t i = 0; i != marks_.size(); ++i) {
      Mark const& mark = marks_[i];
      put_up_to(mark.at);
      if (mark.what == line_mark::open) {
        if (fits(mark)) {
          i = mark.last;
          put_up_to(marks_[i].at);
        } else {
          ++depth_;
          break_line();
        }
      } else if (mark.what == line_mark::close) {
        --depth_;
        break_line();
      } else {
        out_.put(',');
        at_ += 2;
        break_line();
      }
    }
    put_up_to(text_.size);
  }

 private:
  static constexpr std::size_t page = 80;
  // A longer text is treated as not fitting. It could still fit into 80
  // columns, but measuring it for each structure around it is too expensive.
  static constexpr std::size_t most_bytes = 1024;

  // True if a structure fits into the rest of the line, together with its
  // bracket and the comma after it. An empty structure always fits; one that an
  // exception has cut off does not.
  bool fits(Mark const& mark) const {
    if (mark.last >= marks_.size()) return false;
    std::size_t const end = marks_[mark.last].at;
    std::size_t const size = end - mark.at;
    if (size == 0) return true;
    text const inside(text_.data + mark.at, size);
    if (size > most_bytes || find_byte_in(inside, '\n')) return false;
    bool const has_comma = text_.size - end > 1 && text_.data[end + 1] == ',';
    return column_ + display_width(inside) + 1 + has_comma <= page;
  }
  static bool find_byte_in(text bytes, char wanted) noexcept {
    for (char const byte : bytes)
      if (byte == wanted) return true;
    return false;
  }
  void break_line() {
    out_.put('\n');
    column_ = depth_ * indent_;
    for (std::size_t i = 0; i != column_; ++i) out_.put(' ');
  }
  // Writes the text before `end`. After a newline of a hook, the text continues
  // at the current indentation.
  void put_up_to(std::size_t end) {
    std::size_t from = at_;
    for (; at_ < end; ++at_) {
      if (text_.data[at_] != '\n') continue;
      out_.write(text_.data + from, at_ - from);
      break_line();
      from = at_ + 1;
    }
    text const rest(text_.data + from, end - from);
    out_.write(rest);
    column_ += display_width(rest);
  }

  writer& out_;
  text text_;
  small_vector<Mark> const& marks_;
  std::size_t indent_;
  std::size_t column_;
  std::size_t depth_ = 0;
  std::size_t at_ = 0;  // in the text: the end of what is written
};

// Prints from `column` of the line on. If an exception is thrown, the parts
// before it are written.
template <class T, sight S = sight_of<T>>
void put_pretty(writer& out, T const& value, int indent, std::size_t column) {
  marked_text made(out);
  auto const finish = [&] {
    if (made.line.unseen() != 0)
      style_access::add_unseen(out, made.line.unseen());
    line_breaker<line_mark>(out, made, static_cast<std::size_t>(indent), column)
        .put_all();
  };
#if RILL_EXCEPTIONS
  try {
    put_marked(made, value);
  } catch (...) {
    finish();
    throw;
  }
#else
  put_marked(made, value);
#endif
  finish();
}

template <class T>
  requires(can_be_debugged<remove_cvref<T>>)
struct printer<prettied<T>> {
  template <sight S = sight_of<prettied<T>>>
  static void put(writer& out, prettied<T> const& v) {
    put_pretty<remove_cvref<T>>(out, v.value, v.indent, 0);
  }
};

template <class T>
  requires(!can_be_debugged<remove_cvref<T>>)
struct blamed<prettied<T>> : blamed<remove_cvref<T>> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
