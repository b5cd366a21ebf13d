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

#include <rill/box.h>
#include <rill/csv.h>
#include <rill/iostream.h>
#include <rill/rill.h>
#include <rill/table.h>

#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <tuple>
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
  for (light const one : rill::values<light>(RILL_TEST_LIGHT))
    rill::println(int(one));
  rill::text const table("n,l\n1," RILL_TEST_LIGHT "\n");
  for (auto const& row : rill::csv(table, {.header = true}))
    rill::println(int(row.get<light>("l")));
}

void RILL_TEST_SHOW() {
  show_values();
  show_sinks();
  show_box();
  show_scans();
  rill::flush();
}

#endif
