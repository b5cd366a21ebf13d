// test/print/nested_test.cpp: random nested values beside a slow twin that
// builds their texts by hand.
#include <doctest/doctest.h>
#include <rill/types.h>

#include <list>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace {

// The twin: one function for each type, found by overloading.
std::string twin(int n) { return std::to_string(n); }
std::string twin(bool b) { return b ? "true" : "false"; }
std::string twin(std::string const& s) {
  std::string made = "\"";
  for (char const c : s) {
    if (c == '"' || c == '\\') made += '\\';
    if (c == '\n')
      made += "\\n";
    else if (c == '\t')
      made += "\\t";
    else
      made += c;
  }
  return made + '"';
}
std::string twin(char c) {
  if (c == '\'') return "'\\''";
  if (c == '"') return "'\"'";
  std::string made = twin(std::string(1, c));
  made.front() = made.back() = '\'';
  return made;
}
template <class A, class B>
std::string twin(std::pair<A, B> const& p);
template <class... Args>
std::string twin(std::tuple<Args...> const& t);
template <class T>
std::string twin(std::optional<T> const& o);
template <class... Args>
std::string twin(std::variant<Args...> const& v);
template <class K, class V>
std::string twin(std::map<K, V> const& m);
template <class T>
std::string twin(std::set<T> const& s);
template <class T>
std::string twin(std::list<T> const& l);
template <class T>
std::string twin(std::vector<T> const& v);

template <class Range>
std::string twin_of_elements(Range const& range) {
  std::string made;
  for (auto const& element : range) {
    if (!made.empty()) made += ", ";
    made += twin(element);
  }
  return made;
}
template <class T>
std::string twin(std::vector<T> const& v) {
  std::string made;
  for (std::size_t i = 0; i != v.size(); ++i)
    made += (i ? ", " : "") + twin(static_cast<T>(v[i]));
  return "[" + made + "]";
}
template <class T>
std::string twin(std::list<T> const& l) {
  return "[" + twin_of_elements(l) + "]";
}
template <class T>
std::string twin(std::set<T> const& s) {
  return "{" + twin_of_elements(s) + "}";
}
template <class K, class V>
std::string twin(std::map<K, V> const& m) {
  std::string made;
  for (auto const& [key, value] : m)
    made += (made.empty() ? "" : ", ") + twin(key) + ": " + twin(value);
  return "{" + made + "}";
}
template <class A, class B>
std::string twin(std::pair<A, B> const& p) {
  return "(" + twin(p.first) + ", " + twin(p.second) + ")";
}
template <class... Args>
std::string twin(std::tuple<Args...> const& t) {
  std::string made;
  std::apply(
      [&](auto const&... parts) {
        ((made += (made.empty() ? "" : ", ") + twin(parts)), ...);
      },
      t);
  return "(" + made + ")";
}
template <class T>
std::string twin(std::optional<T> const& o) {
  return o ? twin(*o) : "none";
}
template <class... Args>
std::string twin(std::variant<Args...> const& v) {
  return std::visit([](auto const& held) { return twin(held); }, v);
}

// Random values.
std::mt19937 chance(20);
std::size_t below(unsigned n) { return chance() % n; }

void fill(int& n) { n = static_cast<int>(chance() >> below(32)) - 1000; }
void fill(bool& b) { b = below(2) != 0; }
void fill(char& c) { c = "ab \n\t\"'\\"[below(8)]; }
void fill(std::string& s) {
  s.resize(below(6));
  for (char& c : s) fill(c);
}
template <class... Args>
void fill(std::tuple<Args...>& t);
template <class T>
void fill(std::optional<T>& o);
template <class A, class B>
void fill(std::variant<A, B>& v);
template <class K, class V>
void fill(std::map<K, V>& m);
template <class T>
void fill(std::list<T>& l);
template <class T>
void fill(std::set<T>& s);
template <class T>
void fill(std::vector<T>& v);
template <class A, class B>
void fill(std::pair<A, B>& p) {
  fill(p.first);
  fill(p.second);
}
template <class T>
void fill(std::vector<T>& v) {
  v.clear();
  for (std::size_t i = below(4); i != 0; --i) {
    T element{};
    fill(element);
    v.push_back(element);
  }
}
template <class T>
void fill(std::list<T>& l) {
  std::vector<T> some;
  fill(some);
  l.assign(some.begin(), some.end());
}
template <class T>
void fill(std::set<T>& s) {
  std::vector<T> some;
  fill(some);
  s = {some.begin(), some.end()};
}
template <class K, class V>
void fill(std::map<K, V>& m) {
  std::vector<std::pair<K, V>> some;
  fill(some);
  m = {some.begin(), some.end()};
}
template <class... Args>
void fill(std::tuple<Args...>& t) {
  std::apply([](auto&... parts) { (fill(parts), ...); }, t);
}
template <class T>
void fill(std::optional<T>& o) {
  o.reset();
  if (below(3)) fill(o.emplace());
}
template <class A, class B>
void fill(std::variant<A, B>& v) {
  if (below(2))
    fill(v.template emplace<0>());
  else
    fill(v.template emplace<1>());
}

template <class T>
void compare() {
  for (int i = 0; i != 200; ++i) {
    T value{};
    fill(value);
    std::string const wanted = twin(value);
    REQUIRE(rill::concat(value) == wanted);
    REQUIRE(rill::formatted_size(value) == wanted.size());
    REQUIRE(rill::concat(rill::debug(value), rill::right(value, 3)) ==
            wanted + (wanted.size() < 3 ? " " : "") + wanted);
  }
}

}  // namespace

TEST_CASE("print/nested: random values beside the slow twin") {
  compare<std::vector<std::vector<int>>>();
  compare<std::vector<std::list<std::vector<bool>>>>();
  compare<std::map<std::string, std::vector<std::pair<int, char>>>>();
  compare<std::set<std::vector<std::string>>>();
  compare<std::tuple<int, std::optional<std::string>,
                     std::vector<std::tuple<char, bool>>>>();
  compare<std::vector<std::optional<
      std::variant<int, std::map<char, std::vector<std::string>>>>>>();
}
