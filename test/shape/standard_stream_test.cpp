// test/shape/standard_stream_test.cpp: which classes are streams of C++, and
// which are their buffers.
#include <doctest/doctest.h>
#include <rill/shape/shape.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

namespace {

using rill::detail::input_stream;
using rill::detail::output_stream;
using rill::detail::stream_buffer;
using rill::detail::wide_stream_buffer;

enum kind { none = 0, output = 1, input = 2, buffer = 4, wide = 8 };

template <class T>
constexpr int kind_of =
    (output_stream<T> ? output : none) | (input_stream<T> ? input : none) |
    (stream_buffer<T> ? buffer : none) | (wide_stream_buffer<T> ? wide : none);

struct own_traits : std::char_traits<char> {};
struct own_buffer : std::stringbuf {};
struct own_stream : private std::wostringstream {};

static_assert(kind_of<std::ostream> == output);
static_assert(kind_of<std::wofstream> == output);
static_assert(kind_of<std::basic_ostringstream<char, own_traits>> == output);
static_assert(kind_of<own_stream> == none, "its types are private");
static_assert(kind_of<std::istream> == input);
static_assert(kind_of<std::wifstream> == input);
static_assert(kind_of<std::wiostream> == (output | input));
static_assert(kind_of<std::streambuf> == buffer);
static_assert(kind_of<std::filebuf> == buffer);
static_assert(kind_of<own_buffer> == buffer);
static_assert(kind_of<std::wstreambuf> == (buffer | wide));
static_assert(kind_of<std::wfilebuf> == (buffer | wide));
static_assert(kind_of<std::basic_streambuf<char16_t>> == (buffer | wide));
static_assert(kind_of<std::ios> == none);
static_assert(kind_of<std::string> == none);
static_assert(kind_of<std::istreambuf_iterator<char>> == none);
static_assert(kind_of<std::streambuf*> == none);
static_assert(kind_of<std::wstringbuf&> == none);
static_assert(kind_of<int> == none);

}  // namespace

TEST_CASE("shape/shape: streams and buffers, narrow and wide") {
  CHECK(kind_of<std::wstringbuf> == (buffer | wide));
}
