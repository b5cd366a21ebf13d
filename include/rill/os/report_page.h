// rill/os/report_page.h: the pieces of a report: text in columns, numbers with
// units, names from outside.
//
// Floor 3. Allocates nothing, throws nothing of its own. Written through a
// function, so that the same code serves print and the end of a program
// (os/posix/standard_trace.h). Tests: test/os/trace_report_test.cpp.
#ifndef RILL_OS_REPORT_PAGE_H
#define RILL_OS_REPORT_PAGE_H

#include "../number/plain.h"
#include "../value/trace_event.h"
#include "shown_text.h"

namespace rill::inline RILL_BUILD::detail {

using report_number = unsigned long long;

// Where a report goes: a function, and what it is called with.
struct report_sink {
  void (*put)(void* to, text bytes);
  void* to;
};

template <class Out>
report_sink report_sink_of(Out& out) {
  return {[](void* to, text bytes) { (*static_cast<Out*>(to))(bytes); }, &out};
}

// A number and its unit: at most 13 digits, a point, a digit and the unit.
struct report_figure {
  char room[24];
  std::size_t size;
};

// n in the largest of the units, each `step` times the one before, in which it
// is at least 1; with one digit behind the point except in the first unit.
// Rounded half up.
template <std::size_t Count>
constexpr report_figure figure_in(report_number n, report_number step,
                                  text const (&units)[Count]) {
  report_figure out{};
  report_number unit = 1;
  std::size_t at = 0;
  auto const tenths = [&] {
    return n / unit * 10 + (n % unit * 10 + unit / 2) / unit;
  };
  while (at + 1 != Count && (at == 0 ? n >= step : tenths() >= step * 10)) {
    unit *= step;
    ++at;
  }
  char* end = plain_write(out.room, at == 0 ? n : tenths() / 10, 10, false);
  if (at != 0) {
    *end++ = '.';
    *end++ = static_cast<char>('0' + tenths() % 10);
  }
  *end++ = ' ';
  end = copy_text(end, units[at]);
  out.size = static_cast<std::size_t>(end - out.room);
  return out;
}

constexpr report_figure scaled_size(report_number bytes) {
  constexpr text units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  return figure_in(bytes, 1024, units);
}

constexpr report_figure scaled_time(report_number nanoseconds) {
  constexpr text units[] = {"ns", "us", "ms", "s"};
  return figure_in(nanoseconds, 1000, units);
}

// Collects the pieces of a report and passes them on in blocks.
class report_page {
 public:
  // Their widths.
  static constexpr std::size_t first_column = 16;
  static constexpr std::size_t column = 12;

  explicit report_page(report_sink to) : to_(to) {}
  report_page(report_page const&) = delete;
  report_page& operator=(report_page const&) = delete;

  void put(text piece) {
    if (piece.size > sizeof room_ - size_) pass_on();
    if (piece.size > sizeof room_) return to_.put(to_.to, piece);
    size_ = static_cast<std::size_t>(copy_text(room_ + size_, piece) - room_);
  }
  void repeat(char byte, std::size_t count) {
    for (; count != 0; --count) put({&byte, 1});
  }
  void left(text piece, std::size_t width) {
    put(piece);
    if (piece.size < width) repeat(' ', width - piece.size);
  }
  void right(text piece, std::size_t width) {
    if (piece.size < width) repeat(' ', width - piece.size);
    put(piece);
  }
  void right(report_figure const& piece, std::size_t width) {
    right(text(piece.room, piece.size), width);
  }
  void put(report_figure const& piece) { put(text(piece.room, piece.size)); }
  void right(report_number n, std::size_t width) {
    char digits[20];
    char const* const end = plain_write(digits, n, 10, false);
    right(text(digits, static_cast<std::size_t>(end - digits)), width);
  }
  void put(report_number n) { right(n, 0); }

  // A name from outside, with what a terminal would obey escaped.
  void put_shown(text name) {
    char room[longest_escape];
    while (name.size != 0) put(next_shown(name, shown_as::name, room));
  }

  void pass_on() {
    if (size_ != 0) to_.put(to_.to, {room_, size_});
    size_ = 0;
  }

 private:
  report_sink to_;
  std::size_t size_ = 0;
  char room_[512];
};

// Whether a report has the bytes of these calls, of which one moved `most`.
constexpr bool shows_bytes(trace_call call, report_number most) {
  return call == trace_call::fill || call == trace_call::drain || most != 0;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
