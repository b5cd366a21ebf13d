// test/process/library_test.cpp: libraries of the system, and symbols that no
// library has. test/system/process_library_test.py makes libraries for more
// tests.
// covers: rill/os/library.h
#include <doctest/doctest.h>
#include <rill/process/program.h>

#include <cmath>
#include <string>
#include <utility>

#include "support/skip.h"

#if defined(_WIN32)
#include <windows.h>
#endif

using rill::library;
using rill::library_problem;

namespace {

#if defined(_WIN32)
constexpr char const* mathematics = "msvcrt.dll";
#elif defined(__APPLE__)
constexpr char const* mathematics = "libSystem.dylib";
#else
constexpr char const* mathematics = "libm.so.6";
#endif

// A statically linked program may be unable to load libraries.
bool can_load() {
  if (library::try_open(mathematics)) return true;
  rill_test::skip("no library can be loaded");
  return false;
}

std::string refused(rill::path_view path) {
  auto const opened = library::try_open(path);
  REQUIRE(!opened);
  return opened.error().what();
}

}  // namespace

TEST_CASE("process/program: gives functions and variables by their types") {
  if (!can_load()) return;
  library const math(mathematics);
  CHECK(math.is_open());
  CHECK(math.name() == mathematics);
  CHECK((math.native_handle() != nullptr));
  auto* const cosine = math.symbol<double(double)>("cos");
  CHECK(cosine(1.0) == doctest::Approx(std::cos(1.0)));
  CHECK((*math.try_symbol<double(double)>(std::string("cos")) == cosine));
#if defined(__GLIBC__)
  int* const sign = math.symbol<int>("signgam");
  math.symbol<double(double)>("lgamma")(-0.5);
  CHECK(*sign == -1);
  static_assert(
      std::is_same_v<decltype(math.symbol<int const>("x")), int const*>);
#endif
}

TEST_CASE("process/program: names that are not there") {
  if (!can_load()) return;
  library const math(mathematics);
  auto const found = math.try_symbol<double(double)>("cosx");
  REQUIRE(!found);
  std::string const what = found.error().what();
  CHECK(what.find(std::string("find cosx in ") + mathematics + ": ") == 0);
  CHECK(std::string(found.error().path()) == mathematics);
#if defined(_WIN32)
  CHECK(found.error().code().number == ERROR_PROC_NOT_FOUND);
#else
  CHECK((found.error().code() == library_problem::cannot_load));
  CHECK(what.find("cosx", 10) != std::string::npos);  // the loader's message
#if defined(__GLIBC__)
  CHECK(what.find("undefined symbol: cosx") != std::string::npos);
#endif
#endif
  CHECK_THROWS_AS((void)math.symbol<int>("cosx"), rill::error);
  auto const nul = math.try_symbol<int>(std::string("cos\0x", 5));
  REQUIRE(!nul);
  CHECK(std::string(nul.error().what()) ==
        std::string("find cos\\x00x in ") + mathematics +
            ": the name contains a NUL byte");
}

TEST_CASE("process/program: libraries that are not there") {
  if (!can_load()) return;
  std::string const what = refused("librill-none.so");
  CHECK(what.find("load librill-none.so: ") == 0);
  CHECK(what.size() > 30);
#if defined(__GLIBC__)
  CHECK(what ==
        "load librill-none.so: librill-none.so: cannot open shared object "
        "file: No such file or directory");
#endif
#if defined(_WIN32)
  auto const none = library::try_open("librill-none.so");
  CHECK(none.error().code().number == ERROR_MOD_NOT_FOUND);
  CHECK(library::try_open("no/such/folder/a.dll").error().code().number ==
        ERROR_MOD_NOT_FOUND);
  CHECK(library::try_open("\xff.dll").error().code().number ==
        ERROR_NO_UNICODE_TRANSLATION);
#else
  CHECK((library::try_open("./none.so").error().code() ==
         library_problem::cannot_load));
#endif
  CHECK(refused("") == "load \"\": the name is empty");
  CHECK(refused(std::string("a\0b", 3)) ==
        "load a\\x00b: the path contains a NUL byte");
  CHECK_THROWS_AS(library("librill-none.so"), rill::error);
}

TEST_CASE("process/program: is moved, and unloaded when it is asked to") {
  if (!can_load()) return;
  library first(mathematics);
  void* const handle = first.native_handle();
  library second = std::move(first);
  CHECK(!first.is_open());
  CHECK(second.native_handle() == handle);
  CHECK(second.name() == mathematics);
  auto const nothing = first.try_symbol<int>("cos");
  REQUIRE(!nothing);
  CHECK(std::string(nothing.error().what()).find("the library is not loaded") !=
        std::string::npos);
  first = std::move(second);
  CHECK(first.symbol<double(double)>("cos")(0) == 1);
  library& same = first;
  first = std::move(same);
  CHECK(first.native_handle() == handle);
  first.unload();
  CHECK(!first.is_open());
  CHECK(!first.try_symbol<double(double)>("cos"));
  first.unload();
  CHECK(first.try_unload());
}

TEST_CASE("process/program: the program itself") {
  if (!can_load()) return;
  library const self = library::self();
  CHECK(self.is_open());
  CHECK(self.name() == "this program");
  auto const none = self.try_symbol<int>("rill_no_such_name");
  REQUIRE(!none);
  CHECK(std::string(none.error().what())
            .find("find rill_no_such_name in this program: ") == 0);
#if !defined(_WIN32)
  auto* const length = self.symbol<std::size_t(char const*)>("strlen");
  CHECK(length("abc") == 3);
#endif
}

#if RILL_FAULTS && !defined(_WIN32)
TEST_CASE("process/program: an error without words") {
  if (!can_load()) return;
  library math(mathematics);
  auto const before = rill::os::library_call;
  (void)dlerror();
  rill::os::library_call.dlclose = [](void*) { return -1; };
  rill::os::library_call.dlopen = [](char const*, int) -> void* {
    return nullptr;
  };
  auto const unloaded = math.try_unload();
  auto const loaded = library::try_open("x");
  rill::os::library_call = before;
  CHECK(!math.is_open());
  REQUIRE(!unloaded);
  CHECK(std::string(unloaded.error().what()) ==
        std::string("unload ") + mathematics + ": the loader gave no reason");
  REQUIRE(!loaded);
  CHECK(std::string(loaded.error().what()) ==
        "load x: the loader gave no reason");
}
#endif
