// test/system/programs/sight.cpp: two files of one program that see different
// things of the same types. With RILL_TEST_FILE 1 the types are bare, with 2
// they have hooks and names; 0 is the file with main(), linked with both.
#include <cstdio>

#if RILL_TEST_FILE == 0

void show_bare(), show_dressed();
int main() {
  show_bare();
  show_dressed();
}

#else

#include <rill/binary.h>
#include <rill/box.h>
#include <rill/csv.h>
#include <rill/iostream.h>
#include <rill/records.h>
#include <rill/rill.h>
#include <rill/table.h>

#include <array>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace seen {

enum class light : int { red, green };
enum class tone : int { low = 1000, high };
struct point {
  int x, y;
};
struct pair {
  int a, b;
};
struct nibble {
  unsigned value;
};
struct all {
  light first;
  std::vector<point> points;
  std::optional<pair> two;
  std::tuple<tone, nibble> rest;
};
struct tree {
  light leaf;
  std::vector<tree> below;
};
struct packet {
  short x, y;
};
struct swapped {
  short a, b;
};
struct parcel {
  packet first;
  std::vector<swapped> more;
  std::unique_ptr<packet> last;
};

#if RILL_TEST_FILE == 2
void rill_print(auto& out, light const& l) {
  out(l == light::red ? "stop" : "go");
}
void rill_print(rill::writer& out, point const& p) {
  rill::print(out, '<', p.x, '|', p.y, '>');
}
void rill_scan(auto& in, light& l) {
  std::string word;
  in(word);
  l = word == "stop" ? light::red : light::green;
}
void rill_scan(rill::reader& in, point& p) {
  rill::scan(in, "<", p.x, "|", p.y, ">");
}
RILL_ENUM(tone, low, high)
RILL_FIELDS(pair, a, b)
RILL_FIELDS(swapped, b, a)
void rill_binary(auto& io, packet& p) { io(p.y, p.x); }
#endif

}  // namespace seen

#if RILL_TEST_FILE == 2
template <>
struct rill::leaf<seen::nibble> {
  static constexpr std::size_t max_size = 1;
  static constexpr char* write(char* out, seen::nibble const& n) noexcept {
    *out = "0123456789abcdef"[n.value & 15];
    return out + 1;
  }
};
#define RILL_TEST_SHOW show_dressed
#define RILL_TEST_LIGHT "stop"
#define RILL_TEST_POINT "<3|4>"
#else
#define RILL_TEST_SHOW show_bare
#define RILL_TEST_LIGHT "red"
#define RILL_TEST_POINT "point{3, 4}"
#endif

using seen::light, seen::point;

static void show_values() {
  seen::all const all = {
      light::red, {{1, 2}, {3, 4}}, seen::pair{5, 6}, {seen::tone::low, {11}}};
  seen::tree const tree = {light::green, {{light::red, {}}}};
  std::map<int, light> const map = {{1, light::red}};
  light const lights[] = {light::red, light::green};
  point const* const pointer = &all.points[0];
  rill::println(light::red);
  rill::println("a ", light::red, ' ', point{1, 2}, ' ', 7);
  rill::println(all);
  rill::println(tree, ' ', map, ' ', lights);
  rill::println(rill::pretty(all));
  rill::println(rill::join(all.points, "; "), ' ', rill::join(lights, "-"));
  rill::println(rill::right(light::red, 6), rill::debug(point{1, 2}), ' ',
                rill::deref(pointer), rill::when(true, light::red, 1));
  rill::println(rill::rows(all.points));
  rill::println(rill::columns(lights));
  rill::println(rill::tr("{0}", light::green));
  rill::println(rill::csv_row(light::red, point{1, 2}));
  rill::print_sep(", ", light::red, point{1, 2});
  rill::println();
}

static void show_sinks() {
  std::string text = rill::concat(light::red, point{1, 2});
  rill::append(text, light::green);
  char memory[64];
  auto const made = rill::format_into(memory, point{1, 2});
  rill::println(text, ' ', rill::text(memory, made.size_needed), ' ',
                rill::formatted_size(light::red));
  rill::string_writer out(text);
  rill::println(out, light::red, ' ', std::vector{point{1, 2}});
  out.flush();
  rill::print(text);
  rill::println(stdout, point{1, 2}, light::red);
  rill::flush();
  rill::println(std::cout, light::red, point{1, 2});
  std::cout.flush();
}

// Without a display, the text goes to standard error.
static void show_box() {
  seen::light const light = seen::light::red;
  rill::box(rill::box_options{.title = "box"}, light, seen::point{1, 2});
  (void)rill::try_box(light);
}

static void show_scans() {
  light l = light::green;
  point p{};
  rill::scan(rill::from(RILL_TEST_LIGHT " " RILL_TEST_POINT), l, p);
  rill::println(int(l), ' ', p.x, ' ', p.y);
  auto const many = rill::parse<std::vector<point>>("[" RILL_TEST_POINT
                                                    ", " RILL_TEST_POINT "]");
  rill::println(many.size(), ' ', many[1].y);
  auto const [a, n] = rill::read<light, int>(rill::from(RILL_TEST_LIGHT " 7"));
  rill::println(int(a), ' ', n);
  for (light const one : rill::values<light>(rill::from(RILL_TEST_LIGHT)))
    rill::println(int(one));
  rill::text const table("n,l\n1," RILL_TEST_LIGHT "\n");
  for (auto const& row : rill::csv(table, {.header = true}))
    rill::println(int(row.get<light>("l")));
}

static void show_hex(rill::text bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i != bytes.size; ++i)
    rill::print(digits[bytes.data[i] >> 4 & 15], digits[bytes.data[i] & 15]);
  rill::println();
}

static seen::parcel some_parcel() {
  return {{1, 2}, {{3, 4}}, std::make_unique<seen::packet>(5, 6)};
}

static void show_written() {
  seen::packet const one{1, 2};
  seen::swapped const two{3, 4};
  show_hex(rill::to_bytes(one));
  show_hex(rill::to_bytes(two));
  show_hex(rill::to_bytes(std::vector{one}, std::vector{two}));
  show_hex(rill::to_bytes(some_parcel()));
  show_hex(rill::to_bytes(some_parcel(), rill::binary_tagged));
  show_hex(rill::to_bytes(std::optional{one}, std::tuple{two, 7}));
  show_hex(
      rill::try_to_bytes(std::map<char, seen::packet>{{'a', one}}).value());
  std::string made;
  rill::string_writer out(made);
  rill::write_binary(out, two, std::make_unique<seen::packet>(one));
  rill::write_record(out, one);
  rill::write_record(out, two, rill::binary_tagged);
  out.flush();
  show_hex(made);
}

// Shows the bytes, and whether they are read as they were written.
template <class T>
static void show_both_ways(T const& value) {
  std::string const plain = rill::to_bytes(value);
  std::string const tagged = rill::to_bytes(value, rill::binary_tagged);
  show_hex(plain);
  show_hex(tagged);
  auto const again = rill::from_bytes<T>(plain);
  auto const same = rill::from_bytes<T>(tagged, rill::binary_tagged);
  rill::println(rill::to_bytes(again) == plain, ' ',
                rill::to_bytes(same, rill::binary_tagged) == tagged);
}

static void show_holders() {
  seen::packet const one{1, 2};
  seen::swapped const two{3, 4};
  show_both_ways(std::variant<int, seen::packet>(one));
  show_both_ways(std::map<char, seen::packet>{{'a', one}});
  show_both_ways(std::list{one});
  show_both_ways(std::array{one, one});
  show_both_ways(std::stack<seen::packet>({one}));
  show_both_ways(std::array{two, two});
  show_both_ways(std::pair{two, std::optional{one}});
  show_hex(rill::to_bytes(std::ref(one), std::ref(two), rill::binary_tagged));
  rill::text const numbers("\x1\x7\0\0\0", 5);
  rill::println(bool(rill::try_from_bytes<std::set<seen::tone>>(numbers)));
}

static void show_read() {
  rill::text const bytes("\x1\0\x2\0", 4);
  auto const one = rill::from_bytes<seen::packet>(bytes);
  auto const two = rill::try_from_bytes<seen::swapped>(bytes).value();
  rill::println(one.x, one.y, ' ', two.a, two.b);
  rill::text const list("\x1\x1\0\x2\0", 5);
  rill::println(rill::from_bytes<std::vector<seen::packet>>(list)[0].x, ' ',
                rill::read_binary_view<std::vector<seen::swapped>>(list)[0].a);
  auto in = rill::from(bytes);
  rill::println(rill::read_binary<seen::swapped>(in).a);
  seen::packet again{};
  rill::read_binary_into(rill::from(bytes), again);
  rill::println(again.x);
  std::string const whole = rill::to_bytes(some_parcel(), rill::binary_tagged);
  auto const all = rill::from_bytes<seen::parcel>(whole, rill::binary_tagged);
  rill::println(all.first.x, all.more[0].a, all.last->x);
  rill::text const number("\x7\0\0\0", 4);
  rill::println(bool(rill::try_from_bytes<seen::tone>(number)),
                bool(rill::try_from_bytes<rill::le<seen::tone>>(number)));
  std::string log;
  rill::string_writer out(log);
  rill::write_record(out, two);
  rill::write_record(out, two);
  out.flush();
  for (auto const& row : rill::records<seen::swapped>(log))
    rill::print(row.a, row.b, ' ');
  rill::println(rill::read_record<seen::swapped>(rill::from(log)).a);
}

void RILL_TEST_SHOW() {
  show_values();
  show_sinks();
  show_box();
  show_scans();
  show_written();
  show_holders();
  show_read();
  rill::flush();
}

#endif
