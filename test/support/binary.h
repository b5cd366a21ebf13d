// test/support/binary.h: binary data in hexadecimal notation, and checks that a
// value is written and read in every way.
#ifndef RILL_TEST_SUPPORT_BINARY_H
#define RILL_TEST_SUPPORT_BINARY_H

#include <doctest/doctest.h>
#include <rill/binary.h>
#include <rill/stream.h>

#include <memory>
#include <string>
#include <string_view>

#include "scripted_reader.h"

namespace rill_test {

// Converts hexadecimal digits and quoted text: "01 ff 'ab'" is four bytes.
inline std::string bytes_of(std::string_view text) {
  std::string made;
  auto const digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (text[i] == '\'') {
      for (++i; text[i] != '\''; ++i) made += text[i];
      continue;
    }
    made += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    ++i;
  }
  return made;
}
inline std::string hex_of(std::string_view bytes) {
  std::string made;
  for (char const c : bytes) {
    if (!made.empty()) made += ' ';
    auto const byte = static_cast<unsigned char>(c);
    made += "0123456789abcdef"[byte >> 4];
    made += "0123456789abcdef"[byte & 15];
  }
  return made;
}

// A heap block of exactly the size of the bytes, so that a sanitizer sees an
// access beyond them.
class block {
 public:
  explicit block(std::string_view bytes)
      : data_(new char[bytes.size()]), size_(bytes.size()) {
    bytes.copy(data_.get(), size_);
  }
  std::string_view view() const { return {data_.get(), size_}; }
  operator std::string_view() const { return view(); }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t size_;
};

template <class T, class F>
rill::result<T> from_block(std::string_view bytes, F format,
                           rill::binary_limits const& limits = {}) {
  block const exact(bytes);
  return rill::try_from_bytes<T>(exact.view(), format, limits);
}

// Reads from a device that gives one byte at a time. Bytes that are left over
// are an error, too.
template <class T, class F>
rill::result<T> from_device(std::string_view bytes, F format,
                            rill::binary_limits const& limits = {}) {
  scripted_reader in(std::string(bytes), 1, one_byte);
  auto value = rill::try_read_binary<T>(in, format, limits);
  if (value && !in.at_end())
    return rill::error(rill::binary_problem::left_over, "read binary");
  return value;
}

// The message of the error, or "no error".
template <class T>
std::string words_of(rill::result<T> const& value) {
  return value ? "no error" : value.error().what();
}
template <class T>
rill::binary_problem problem_of(rill::result<T> const& value) {
  if (value || value.error().code().source != rill::error_source::binary)
    return rill::binary_problem::none;
  return static_cast<rill::binary_problem>(value.error().code().number);
}

// A writer with a buffer of a chosen size. Its device keeps all bytes.
class kept_writer : public rill::writer {
 public:
  explicit kept_writer(std::size_t size)
      : writer(device, nullptr, 0), memory_(new char[size]) {
    begin_ = cursor_ = memory_.get();
    end_ = begin_ + size;
  }
  std::string bytes;

 private:
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<kept_writer&>(base);
    self.bytes.append(self.begin_,
                      static_cast<std::size_t>(self.cursor_ - self.begin_));
    self.cursor_ = self.begin_;
    self.bytes.append(data, size);
  }
  static void flush_all(writer& base) { drain(base, nullptr, 0); }
  static constexpr rill::writer_device device{drain, flush_all};

  std::unique_ptr<char[]> memory_;
};

// Checks that every way of writing gives the same bytes. It is one function for
// all types, which keeps compile time low.
using put_function = void (*)(rill::writer& out, void const* value);
inline void check_writing(std::string const& bytes, put_function put,
                          void const* value) {
  for (std::size_t size : {0u, 1u, 2u, 3u, 5u, 8u, 16u, 17u, 300u}) {
    kept_writer out(size);
    put(out, value);
    out.flush();
    if (out.bytes != bytes) CHECK(hex_of(out.bytes) == hex_of(bytes));
  }
  auto const exact = std::make_unique<char[]>(bytes.size());
  rill::memory_writer out(exact.get(), bytes.size());
  put(out, value);
  CHECK(std::string_view(exact.get(), bytes.size()) == bytes);
}
template <class T, class F>
std::string written(T const& value, F format) {
  std::string const bytes = rill::to_bytes(value, format);
  check_writing(
      bytes,
      [](rill::writer& out, void const* x) {
        rill::write_binary(out, *static_cast<T const*>(x), F());
      },
      &value);
  if (rill::binary_size(value, format) != bytes.size()) FAIL("binary_size");
  return bytes;
}

// Adaptors and owning pointers do not compare by value; their encoded bytes are
// compared instead.
template <class T>
bool are_equal(T const& a, T const& b) {
  if constexpr (requires { typename T::deleter_type; } || !requires { a == b; })
    return rill::to_bytes(a) == rill::to_bytes(b);
  else
    return a == b;
}

// The result of one attempt to read.
struct outcome {
  rill::binary_problem problem = rill::binary_problem::none;
  bool is_equal = false;
  std::string words;
};
template <class T>
outcome outcome_of(rill::result<T> const& read, T const& wanted) {
  if (read) return {{}, are_equal(*read, wanted), "no error"};
  return {problem_of(read), false, read.error().what()};
}
using get_function = outcome (*)(std::string_view bytes, bool from_memory,
                                 void const* wanted);
inline void check_reading(std::string_view bytes, get_function get,
                          void const* wanted) {
  for (bool const from_memory : {true, false}) {
    CAPTURE(from_memory);
    outcome const whole = get(bytes, from_memory, wanted);
    CHECK(whole.words == "no error");
    CHECK(whole.is_equal);
    std::size_t const step = bytes.size() / 64 + 1;
    for (std::size_t size = 0; size < bytes.size(); size += step) {
      outcome const part = get(bytes.substr(0, size), from_memory, wanted);
      if (part.problem == rill::binary_problem::none) FAIL("cut at ", size);
    }
  }
}
// Checks that the bytes read to an equal value, from memory and from a device,
// and that no prefix of them does.
template <class T, class F>
void reads(std::string_view bytes, T const& value, F) {
  check_reading(
      bytes,
      [](std::string_view data, bool from_memory, void const* x) {
        T const& wanted = *static_cast<T const*>(x);
        return outcome_of(
            from_memory ? from_block<T>(data, F()) : from_device<T>(data, F()),
            wanted);
      },
      &value);
}

template <class T, class F>
void comes_back(T const& value, F format) {
  reads(written(value, format), value, format);
}

inline void check_bytes(std::string const& made, std::string const& wanted) {
  CHECK(hex_of(made) == hex_of(wanted));
}

// Checks a value in one format against bytes in hexadecimal.
template <class T, class F>
void golden_in(T const& value, F format, std::string_view text) {
  CAPTURE(text);
  std::string const bytes = bytes_of(text);
  check_bytes(written(value, format), bytes);
  reads(bytes, value, format);
}
// Checks binary_compact and binary_tagged. In binary_tagged a value is the
// first field of a group: `tag` is its number and wire type, and a 0 byte ends
// the group.
template <class T>
void golden(T const& value, std::string_view compact, std::string_view tag,
            std::string_view tagged) {
  golden_in(value, rill::binary_compact, compact);
  golden_in(value, rill::binary_tagged,
            std::string(tag) + ' ' + std::string(tagged) + " 00");
}
// Checks a value of a fixed size, whose bytes are the same in all formats.
template <class T>
void golden(T const& value, std::string_view bytes, std::string_view tag) {
  golden(value, bytes, tag, bytes);
  std::string const fixed = rill::to_bytes(value, rill::binary_fixed);
  check_bytes(fixed, bytes_of(bytes));
  if (!are_equal(rill::from_bytes<T>(fixed, rill::binary_fixed), value))
    FAIL("another value");
}

}  // namespace rill_test

#endif
