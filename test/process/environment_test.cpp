// test/process/environment_test.cpp: the environment variables of this program,
// compared with the C library's on POSIX and with system calls on Windows.
// covers: rill/process/options.h
// covers: rill/os/environment.h
// covers: rill/os/win32/converted_text.h
// covers: rill/os/process_types.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process/program.h>
#include <stdlib.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#if defined(_WIN32)
#include <windows.h>
#endif

namespace environment = rill::environment;
using rill::library_problem;

namespace {

#if defined(_WIN32)
std::wstring wide(std::string const& from) {
  std::wstring to(from.size() + 1, L'\0');
  to.resize(static_cast<std::size_t>(MultiByteToWideChar(
      CP_UTF8, 0, from.data(), static_cast<int>(from.size()), to.data(),
      static_cast<int>(from.size()))));
  return to;
}
void set_by_system(std::string const& name, std::string const& value) {
  SetEnvironmentVariableW(wide(name).c_str(), wide(value).c_str());
}
void remove_by_system(std::string const& name) {
  SetEnvironmentVariableW(wide(name).c_str(), nullptr);
}
// Returns "none", or "=" and the value.
std::string asked_of_system(std::string const& name) {
  std::wstring units(32767, L'\0');
  SetLastError(0);
  unsigned long const count =
      GetEnvironmentVariableW(wide(name).c_str(), units.data(), 32767);
  if (count == 0 && GetLastError() != 0) return "none";
  std::string value(3 * count + 1, '\0');
  value.resize(static_cast<std::size_t>(WideCharToMultiByte(
      CP_UTF8, 0, units.data(), static_cast<int>(count), value.data(),
      static_cast<int>(value.size()), nullptr, nullptr)));
  return "=" + value;
}
#else
void set_by_system(std::string const& name, std::string const& value) {
  ::setenv(name.c_str(), value.c_str(), 1);
}
void remove_by_system(std::string const& name) { ::unsetenv(name.c_str()); }
std::string asked_of_system(std::string const& name) {
  char const* const value = ::getenv(name.c_str());
  return value ? std::string("=") + value : "none";
}
#endif

std::string got(std::string const& name) {
  auto const value = environment::get(name);
  return value ? "=" + std::string(*value) : "none";
}

std::vector<std::string> values() {
  return {"",
          "a",
          "a=b",
          "two words",
          "\u00e4\u6771\U0001F600",
          std::string(999, 'x'),
          std::string(1000, 'y'),
          std::string(1001, 'y'),
          std::string(30000, 'z')};
}

template <class Call>
void check_refused(Call call, char const* sentence) {
  auto const answer = call();
  REQUIRE(!answer);
  CHECK((answer.error().code() == library_problem::unusable_variable));
  CHECK(std::string(answer.error().what()) ==
        std::string(sentence) +
            ": a variable's name is empty or contains '=' or NUL, or its value "
            "contains NUL");
}

}  // namespace

TEST_CASE("process/program: gets what the system has") {
  for (std::string const& value : values()) {
    set_by_system("RILL_TEST_A", value);
    CHECK(got("RILL_TEST_A") == "=" + value);
  }
  remove_by_system("RILL_TEST_A");
  CHECK(got("RILL_TEST_A") == "none");
  CHECK(!environment::get("RILL_TEST_A"));
  CHECK(environment::get("PATH"));
  CHECK(got("PATH") == asked_of_system("PATH"));
}

TEST_CASE("process/program: sets and removes what the system has") {
  for (std::string const& value : values()) {
    environment::set("RILL_TEST_\u00e4", value);
    CHECK(asked_of_system("RILL_TEST_\u00e4") == "=" + value);
  }
  environment::remove("RILL_TEST_\u00e4");
  CHECK(asked_of_system("RILL_TEST_\u00e4") == "none");
  CHECK(environment::try_remove("RILL_TEST_\u00e4"));
}

TEST_CASE("process/program: a value, or another") {
  environment::set("RILL_TEST_A", "a");
  CHECK(environment::get("RILL_TEST_A").value_or("b") == "a");
  CHECK(environment::get("RILL_TEST_A")->size() == 1);
  rill::owned_text const moved = *environment::get("RILL_TEST_A");
  CHECK(moved == "a");
  environment::remove("RILL_TEST_A");
  CHECK(environment::get("RILL_TEST_A").value_or("b") == "b");
}

TEST_CASE("process/program: all of them") {
  environment::set("RILL_TEST_A", "");
  environment::set("RILL_TEST_B", "a=b");
  environment::set("RILL_TEST_C", std::string(5000, 'x'));
  std::map<std::string, std::string> found;
  auto const all = environment::all();
  for (auto const& one : all) {
    CHECK(std::string(one.name).find('=') == std::string::npos);
    CHECK(found.emplace(one.name, one.value).second);
    CHECK(asked_of_system(std::string(one.name)) ==
          "=" + std::string(one.value));
  }
  CHECK(found.at("RILL_TEST_A").empty());
  CHECK(found.at("RILL_TEST_B") == "a=b");
  CHECK(found.at("RILL_TEST_C") == std::string(5000, 'x'));
  CHECK(found.count("PATH") + found.count("Path") == 1);
  CHECK(static_cast<std::size_t>(std::distance(all.begin(), all.end())) ==
        found.size());
  // The found values are copies: later changes do not affect them.
  environment::set("RILL_TEST_B", "c");
  auto const b = std::find_if(all.begin(), all.end(), [](auto const& one) {
    return one.name == "RILL_TEST_B";
  });
  REQUIRE(b != all.end());
  CHECK(b->value == "a=b");
  CHECK(rill::concat(*b) == "RILL_TEST_B=a=b");
  for (char const* name : {"RILL_TEST_A", "RILL_TEST_B", "RILL_TEST_C"}) {
    environment::remove(name);
    for (auto const& one : environment::all()) CHECK(one.name != name);
  }
}

TEST_CASE("process/program: refuses names that no variable can have") {
  std::string const nul(1, '\0');
  for (std::string const& name :
       {std::string(), std::string("="), std::string("a="), "a" + nul, nul}) {
    CHECK(!environment::try_get(name));
    CHECK(!environment::try_set(name, "a"));
    CHECK(!environment::try_remove(name));
  }
  CHECK(!environment::try_set("RILL_TEST_A", "a" + nul));
  CHECK(!environment::get("RILL_TEST_A"));
  check_refused([] { return environment::try_get("a="); }, "get variable a=");
  check_refused([] { return environment::try_set("=", "b"); },
                "set variable =");
  check_refused([] { return environment::try_remove(""); }, "remove variable");
}

#if defined(_WIN32)
TEST_CASE("process/program: names have no case on Windows") {
  environment::set("RILL_TEST_\u00e4", "a");
  CHECK(got("rill_test_\u00c4") == "=a");
  environment::remove("rill_test_\u00c4");
  CHECK(!environment::get("RILL_TEST_\u00e4"));
}

TEST_CASE("process/program: what is no UTF-16 is read as U+FFFD") {
  SetEnvironmentVariableW(L"RILL_TEST_A", L"a\xD800z");
  CHECK(got("RILL_TEST_A") == "=a\uFFFDz");
  environment::remove("RILL_TEST_A");
  auto const refused = environment::try_set("RILL_TEST_A", "\xff");
  REQUIRE(!refused);
  CHECK(refused.error().code().number == ERROR_NO_UNICODE_TRANSLATION);
}
#else
TEST_CASE("process/program: bytes that are no text go both ways") {
  environment::set("RILL_TEST_\xff", "\xfe\x80");
  CHECK(asked_of_system("RILL_TEST_\xff") == "=\xfe\x80");
  CHECK(got("RILL_TEST_\xff") == "=\xfe\x80");
  environment::remove("RILL_TEST_\xff");
}

TEST_CASE("process/program: without any, and with lines that are none") {
  char** const before = ::environ;
  char name[] = "A=b", without[] = "nothing", first[] = "=x", empty[] = "B=";
  char* lines[] = {without, name, first, empty, nullptr};
  ::environ = lines;
  std::string shown;
  for (auto const& one : environment::all())
    shown += std::string(one.name) + "=" + std::string(one.value) + ";";
  char* none[] = {nullptr};
  ::environ = none;
  auto const all = environment::all();
  bool const is_empty = all.begin() == all.end();
  ::environ = nullptr;
  auto const nothing = environment::all();
  bool const is_nothing = nothing.begin() == nothing.end();
  ::environ = before;
  CHECK(shown == "A=b;B=;");
  CHECK(is_empty);
  CHECK(is_nothing);
}
#endif

#if RILL_FAULTS && !defined(_WIN32)
TEST_CASE("process/program: the system's errors") {
  auto const before = rill::os::environment_call;
  rill::os::environment_call.setenv = [](char const*, char const*, int) {
    errno = ENOMEM;
    return -1;
  };
  rill::os::environment_call.unsetenv = [](char const*) {
    errno = EINVAL;
    return -1;
  };
  auto const set = environment::try_set("A", "b");
  auto const removed = environment::try_remove("A");
  rill::os::environment_call = before;
  REQUIRE(!set);
  REQUIRE(!removed);
  CHECK(set.error().code().number == ENOMEM);
  CHECK(removed.error().code().number == EINVAL);
  CHECK(std::string(set.error().what()).find("set variable A: ") == 0);
}
#endif
