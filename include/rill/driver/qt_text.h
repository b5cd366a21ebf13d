// rill/driver/qt_text.h: the strings and characters of Qt, by their shape.
//
// Floor 6. Part of rill/driver/qt.h. Includes no header of Qt. Allocates what
// a string that is scanned needs; throws what Qt throws for a lack of memory.
// Tests: test/driver/qt_text_test.cpp, test/driver/qt_shape_test.cpp.
#ifndef RILL_DRIVER_QT_TEXT_H
#define RILL_DRIVER_QT_TEXT_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "../base/run.h"
#include "../os/error.h"
#include "../print/debug.h"
#include "../print/piece.h"
#include "../print/quoted.h"
#include "../unicode/wide_units.h"

namespace rill::inline RILL_BUILD::detail {

// QChar and QLatin1Char.
template <class T>
concept qt_character = requires(T const& c) {
  { c.unicode() } -> std::same_as<char16_t>;
  { c.toLatin1() } -> std::same_as<char>;
};

// What all strings and views of Qt have.
template <class T>
concept qt_text = requires(T const& t) {
  { t.isNull() } -> std::same_as<bool>;
  { t.size() } -> std::signed_integral;
  t.data();
};

// QString, QStringView.
template <class T>
concept qt_utf16_text =
    qt_text<T> && qt_character<bare<decltype(*imagined<T const>().data())>>;

// QUtf8StringView.
template <class T>
concept qt_utf8_text = qt_text<T> && requires(T const& t) {
  { t.utf8() } -> std::same_as<char8_t const*>;
};

// QLatin1StringView.
template <class T>
concept qt_latin1_text = qt_text<T> && requires(T const& t) {
  { t.latin1() } -> std::same_as<char const*>;
};

// QByteArray, QByteArrayView.
template <class T>
concept qt_bytes = qt_text<T> && !qt_utf8_text<T> && !qt_latin1_text<T> &&
                   requires(T const& t) {
                     { t.constData() } -> std::same_as<char const*>;
                   };

template <class Unit>
run<Unit> qt_run(void const* data, auto size) noexcept {
  return {static_cast<Unit const*>(data), static_cast<std::size_t>(size)};
}

// The size of a string as its own type, which is int in Qt 5.
template <class S>
auto qt_size(S const& string, std::size_t size) {
  using number = decltype(string.size());
  auto const converted = static_cast<number>(size);
  if (converted < 0 || static_cast<std::size_t>(converted) != size)
    raise(error(library_problem::too_large, "put into", "a string of Qt"));
  return converted;
}

template <qt_utf16_text T>
struct foreign_string<T> {
  using unit = char16_t;
  static run<unit> of(T const& t) noexcept {
    return qt_run<unit>(t.data(), t.size());
  }
  static void assign(T& to, text utf8)
    requires requires { to.resize(to.size()); }
  {
    put_at(to, 0, utf8);
  }
  static void append_text(T& to, text utf8) { put_at(to, of(to).size, utf8); }
  static void append(T& to, unit const* units, std::size_t count)
    requires requires { to.append(to.data(), to.size()); }
  {
    using character = bare<decltype(*to.data())>;
    to.append(reinterpret_cast<character const*>(units), qt_size(to, count));
  }

 private:
  // Behind the first `start` units, in the place of all others.
  static void put_at(T& to, std::size_t start, text utf8) {
    char const* at = utf8.begin();
    std::size_t const size = widened_size<unit>(at, utf8.end());
    to.resize(qt_size(to, start + size));
    auto* const units = reinterpret_cast<unit*>(to.data());
    widen_utf8<unit>(units + start, at, utf8.end(), true);
  }
};

template <qt_bytes T>
struct foreign_string<T> {
  using unit = char;
  static run<unit> of(T const& t) noexcept {
    return qt_run<unit>(t.constData(), t.size());
  }
  static void assign(T& to, text bytes)
    requires requires { to.resize(to.size()); }
  {
    to.resize(qt_size(to, bytes.size));
    copy_bytes(to.data(), bytes.data, bytes.size);
  }
  static void append(T& to, unit const* units, std::size_t count)
    requires requires { to.append(to.data(), to.size()); }
  {
    to.append(units, qt_size(to, count));
  }
  static void append_text(T& to, text bytes) {
    append(to, bytes.data, bytes.size);
  }
};

template <qt_utf8_text T>
struct foreign_string<T> {
  using unit = char8_t;
  static run<unit> of(T const& t) noexcept {
    return qt_run<unit>(t.utf8(), t.size());
  }
};

// Characters of ISO 8859-1 as UTF-16, a block at a time.
template <qt_latin1_text T, class Use>
void each_block_of_latin1(T const& from, Use use) {
  constexpr std::size_t most = 64;
  char16_t block[most];
  auto const all = qt_run<char>(from.latin1(), from.size());
  for (std::size_t done = 0; done != all.size;) {
    std::size_t const size = smaller(most, all.size - done);
    for (std::size_t i = 0; i != size; ++i)
      block[i] = static_cast<unsigned char>(all.data[done + i]);
    use(run<char16_t>{block, size});
    done += size;
  }
}

template <qt_latin1_text T>
struct composite<T> {
  static void put(writer& out, T const& text) {
    each_block_of_latin1(text,
                         [&out](run<char16_t> block) { put_wide(out, block); });
  }
  // In a container, in double quotes as other texts are.
  static void put_debug(writer& out, T const& text) {
    out.put('"');
    each_block_of_latin1(text, [&out](run<char16_t> block) {
      put_escaped(out, block, escape_set::debug);
    });
    out.put('"');
  }
};

// Half of a surrogate pair prints as U+FFFD.
template <qt_character T>
struct composite<T> {
  static void put(writer& out, T const& c) {
    put_leaf<char16_t>(out, c.unicode());
  }
  static void put_debug(writer& out, T const& c) {
    put_debug_character(out, c.unicode());
  }
};

// QChar is read as char16_t is.
template <qt_character T>
struct foreign_character<T> {
  using unit = char16_t;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
