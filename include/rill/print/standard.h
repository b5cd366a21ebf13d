// rill/print/standard.h: the smaller types of the standard library.
//
// Floor 5. Allocates only what the types themselves do: messages of error
// codes, names of locales and of types. Tests: test/print/standard_test.cpp.
#ifndef RILL_PRINT_STANDARD_H
#define RILL_PRINT_STANDARD_H

#include "../shape/standard.h"
#include "number_style.h"
#include "structure.h"

#if RILL_HOSTED
#include "../os/demangled.h"
#include "../os/error_sentence.h"
#include "../os/runtime.h"
#endif

namespace rill::inline RILL_BUILD::detail {

// `monostate`, `none`.
template <>
struct shown<shape::nothing> {
  template <class T>
  static constexpr void put(writer& out, T const&) {
    if constexpr (is_named_in_std<T>("monostate"))
      out.write("monostate");
    else
      out.write("none");
  }
};

// `0010`: bit 0 is the last.
template <>
struct shown<shape::bits> {
  template <class T>
  static constexpr void put(writer& out, T const& bits) {
    constexpr std::size_t most = 64;
    char block[most] = {};
    for (std::size_t left = bits.size(); left != 0;) {
      std::size_t const count = smaller(left, most);
      for (std::size_t i = 0; i != count; ++i)
        block[i] = bits[--left] ? '1' : '0';
      out.write(block, count);
    }
  }
};

// `true`, `false`.
template <>
struct shown<shape::bit> {
  template <class T>
  static constexpr void put(writer& out, T const& bit) {
    detail::put(out, static_cast<bool>(bit));
  }
};

// What it holds at that moment.
template <>
struct shown<shape::atomic> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.item(value.load());
  }
};

// `1+2i`, `1.5-0i`, `nan+infi`.
template <>
struct shown<shape::complex> {
  template <class T>
  static constexpr void put(writer& out, T const& number) {
    detail::put(out, number.real(), plus(number.imag()), 'i');
  }
};

// `fixed(z, 2)` and its kin of a complex number: of both of its parts.
template <class T, float_form Form, bool Upper>
  requires(shape_of<bare<T>> == shape::complex)
struct composite<formed<T, Form, Upper>> {
  static constexpr void put(writer& out, formed<T, Form, Upper> const& v) {
    using part = formed<typename bare<T>::value_type, Form, Upper>;
    detail::put(out, part{v.value.real(), v.digits},
                plus(part{v.value.imag(), v.digits}), 'i');
  }
};

// `0x0f`.
template <>
struct shown<shape::byte> {
  template <class T>
  static constexpr void put(writer& out, T byte) {
    auto const value = static_cast<unsigned>(byte);
    char const digits[] = {'0', 'x', "0123456789abcdef"[value >> 4 & 15],
                           "0123456789abcdef"[value & 15]};
    out.write(digits, sizeof digits);
  }
};

// `1/1000`.
template <>
struct shown<shape::ratio> {
  template <class T>
  static constexpr void put(writer& out, T const&) {
    detail::put(out, T::num, '/', T::den);
  }
};

// `unexpected(e)`.
template <>
struct shown<shape::unexpected> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open("unexpected(");
    to.item(value.error());
    to.close(")");
  }
};

// As the library inserts it into a stream.
template <>
struct shown<shape::thread_id> {
  template <class T>
  static void put(writer& out, T const& id) {
    std::size_t number;
    static_assert(sizeof id == sizeof number);
    __builtin_memcpy(&number, &id, sizeof number);
    // That of libc++ is called std::__thread_id, and has no words for 0.
    if (number == 0 && is_named_in_std<T>("thread::id"))
      out.write(text("thread::id of a non-executing thread"));
    else
      detail::put(out, number);
  }
};

// `main.cpp:12:5`, without what is not known.
template <>
struct shown<shape::source_location> {
  template <class T>
  static constexpr void put(writer& out, T const& place) {
    detail::put(out, place.file_name());
    if (place.line() != 0) detail::put(out, ':', place.line());
    if (place.column() != 0) detail::put(out, ':', place.column());
  }
};

// `less`, `equivalent`; only a strong ordering is converted to a weak one.
template <>
struct shown<shape::ordering> {
  template <class T>
  static constexpr void put(writer& out, T order) {
    constexpr bool is_strong = is_named_in_std<T>("strong_ordering");
    out.write(order < 0    ? text("less")
              : order > 0  ? text("greater")
              : order != 0 ? text("unordered")
              : is_strong  ? text("equal")
                           : text("equivalent"));
  }
};

#if RILL_HOSTED

// `int`, `std::vector<app::point>`: as the runtime library spells it.
template <>
struct shown<shape::type_info> {
  template <class T>
  static void put(writer& out, T const& type) {
    put_name(out, type.name());
  }

 private:
  static void put_name(writer& out, char const* name) {
    struct owned {
      char* name;
      ~owned() { os::give_memory(name); }
    } const readable{os::demangled(name)};
    out.write(text(readable.name ? readable.name : name));
  }
};

// `No such file or directory (generic:2)`; of a std::errc the sentence alone.
template <>
struct shown<shape::error_code> {
  template <class T>
  static void put(writer& out, T const& code) {
    if constexpr (std::is_enum_v<T>)
      put_number(out, static_cast<int>(code));
    else
      detail::put(out, code.message(), " (", code.category().name(), ':',
                  code.value(), ')');
  }

 private:
  static void put_number(writer& out, int number) {
    char buffer[os::error_text_size];
    out.write(
        text(os::error_text(rill::error_code(error_source::c_library, number),
                            buffer, sizeof buffer)));
  }
};

// The path of a directory_entry, the name of a locale, the text of a match.
template <>
struct shown<shape::naming> {
  template <class T>
  static void put(writer& out, T const& value) {
    if constexpr (requires { value.path(); })
      detail::put(out, value.path());
    else if constexpr (requires { value.str(); })
      detail::put(out, value.str());
    else
      detail::put(out, value.name());
  }
};

#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
