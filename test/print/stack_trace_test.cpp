// test/print/stack_trace_test.cpp: stack traces of every library, by classes
// that are written from the documented interfaces.
// test/system/stack_trace_test.py tests the libraries themselves.
#include <doctest/doctest.h>
#include <rill/types.h>

#include <cstdint>
#include <string>
#include <vector>

using rill::concat;

namespace {

// Has the members of std::stacktrace_entry.
struct entry {
  using native_handle_type = std::uintptr_t;
  std::string name;
  std::string file;
  std::uint_least32_t line = 0;
  native_handle_type handle = static_cast<native_handle_type>(-1);

  std::string description() const { return name; }
  std::string source_file() const { return file; }
  std::uint_least32_t source_line() const { return line; }
  native_handle_type native_handle() const { return handle; }
  explicit operator bool() const {
    return handle != static_cast<native_handle_type>(-1);
  }
};

// Has the members of std::basic_stacktrace.
struct trace {
  using value_type = entry;
  using allocator_type = std::allocator<entry>;
  using const_iterator = std::vector<entry>::const_iterator;
  std::vector<entry> entries;
  const_iterator begin() const { return entries.begin(); }
  const_iterator end() const { return entries.end(); }
  std::size_t size() const { return entries.size(); }
};

// Has the members of boost::stacktrace::frame.
struct frame {
  std::string called;
  std::string file;
  std::size_t line = 0;
  void const* at = nullptr;

  std::string name() const { return called; }
  std::string source_file() const { return file; }
  std::size_t source_line() const { return line; }
  void const* address() const { return at; }
  explicit operator bool() const { return at != nullptr; }
};

// Have the members of cpptrace's classes.
template <class T>
struct nullable {
  T raw_value;
  bool has_value() const { return raw_value != static_cast<T>(-1); }
  T& value() { return raw_value; }
  T const& value() const { return raw_value; }
};
struct stacktrace_frame {
  std::uintptr_t raw_address;
  std::uintptr_t object_address;
  nullable<std::uint32_t> line;
  nullable<std::uint32_t> column;
  std::string filename;
  std::string symbol;
  bool is_inline;
  [[maybe_unused]] friend std::ostream& operator<<(std::ostream& out,
                                                   stacktrace_frame const&) {
    return out;
  }
};
struct stacktrace {
  std::vector<stacktrace_frame> frames;
  using iterator = std::vector<stacktrace_frame>::iterator;
  using const_iterator = std::vector<stacktrace_frame>::const_iterator;
  iterator begin() { return frames.begin(); }
  iterator end() { return frames.end(); }
  const_iterator begin() const { return frames.begin(); }
  const_iterator end() const { return frames.end(); }
};
constexpr nullable<std::uint32_t> no_number{static_cast<std::uint32_t>(-1)};

void const* pointer(std::uintptr_t number) {
  return reinterpret_cast<void const*>(number);
}

}  // namespace

TEST_CASE("print/exception: frames of the standard library") {
  CHECK(concat(entry{"f()", "a.cpp", 12, 1}) == "f() at a.cpp:12");
  CHECK(concat(entry{"f()", "a.cpp", 0, 1}) == "f() at a.cpp");
  CHECK(concat(entry{"f()", "", 12, 1}) == "f()");
  CHECK(concat(entry{"", "", 0, 0x1234ABCD}) == "0x000000001234abcd");
  CHECK(concat(entry{"", "a.cpp", 7, 0xFFFF'FFFF'FFFF'FFF0}) ==
        "0xfffffffffffffff0 at a.cpp:7");
  CHECK(concat(entry{}) == "unknown");
  CHECK(concat(rill::debug(entry{"f()", "a.cpp", 12, 1})) == "f() at a.cpp:12");
}

TEST_CASE("print/exception: frames of Boost") {
  CHECK(concat(frame{"main", "a.cpp", 4, pointer(1)}) == "main at a.cpp:4");
  CHECK(concat(frame{"", "", 0, pointer(0xFF)}) == "0x00000000000000ff");
  CHECK(concat(frame{}) == "unknown");
}

TEST_CASE("print/exception: frames of cpptrace") {
  CHECK(concat(stacktrace_frame{9, 8, {3}, {1}, "a.cpp", "f(int)", false}) ==
        "f(int) at a.cpp:3");
  CHECK(concat(stacktrace_frame{9, 8, {3}, {1}, "a.cpp", "f(int)", true}) ==
        "f(int) at a.cpp:3 (inlined)");
  CHECK(concat(stacktrace_frame{9, 8, no_number, no_number, "a.cpp", "",
                                false}) == "0x0000000000000009 at a.cpp");
  CHECK(concat(stacktrace_frame{0, 0, no_number, no_number, "", "", false}) ==
        "unknown");
}

TEST_CASE("print/exception: a trace is a frame a line") {
  CHECK(concat(trace{}) == "");
  CHECK(concat(trace{{{"f()", "a.cpp", 12, 1}, {"main", "a.cpp", 20, 2}}}) ==
        " 0  f() at a.cpp:12\n"
        " 1  main at a.cpp:20");
  CHECK(concat(std::vector<frame>{{"f", "", 0, pointer(1)}}) == " 0  f");
  stacktrace const traced{{{1, 1, {3}, {1}, "a.cpp", "f", true},
                           {2, 2, {4}, {1}, "a.cpp", "g", false}}};
  CHECK(concat(traced) ==
        " 0  f at a.cpp:3 (inlined)\n"
        " 1  g at a.cpp:4");
}

TEST_CASE("print/exception: numbers have columns of equal width") {
  for (std::size_t count : {10u, 11u, 100u, 101u, 1001u}) {
    std::string wanted;
    trace all;
    for (std::size_t i = 0; i != count; ++i) {
      all.entries.push_back({"f", "", 0, 1});
      std::string number = std::to_string(i);
      std::size_t const width = count <= 100 ? 2 : count <= 1000 ? 3 : 4;
      number.insert(0, width - number.size(), ' ');
      if (i != 0) wanted += '\n';
      wanted += number + "  f";
    }
    CHECK(concat(all) == wanted);
  }
}
