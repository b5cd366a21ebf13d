// A program that prints and ends by neither return nor exit. With
// RILL_TEST_PLUG_IN: a library that is loaded, prints, and is unloaded before
// the end. With RILL_TEST_HOST: the program that loads it, which does not use
// rill.
#if defined(RILL_TEST_HOST)

#include <dlfcn.h>

#include <exception>

int main(int, char** arguments) {
  void* const plug_in = ::dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!plug_in) return 1;
  reinterpret_cast<void (*)()>(::dlsym(plug_in, "use"))();
  if (::dlclose(plug_in) != 0) return 2;
  std::terminate();
}

#else

#include <rill/print.h>

#include <exception>
#include <string_view>

namespace {

void end(std::string_view how) {
  rill::print("kept");
  if (how == "throw") throw 1;
  if (how == "raise")
    rill::raise(rill::error({rill::error_source::system, 2}, "read", "a.txt"));
  std::terminate();
}

}  // namespace

#if defined(RILL_TEST_PLUG_IN)
extern "C" void use() {
  try {
    end("raise");
  } catch (rill::error const&) {
  }
}
#else
int main(int, char** arguments) { end(arguments[1]); }
#endif

#endif
