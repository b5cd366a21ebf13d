// test/system/programs/gb18030.cpp: a filter between UTF-8 and an encoding:
// NAME encode|decode strict|replace. Ends with status 1 if the text is
// ill-formed.
#include <rill/unicode/codec.h>

#include <cstdio>
#include <string>

namespace {

using namespace rill::detail;
using rill::text_policy;
using rill::text_problem;

template <class Form>
codec known(char const* name) {
  return codec_over<Form>(name, 1);
}

codec chosen(std::string const& name) {
  if (name == "gb18030") return known<gb18030_form<char>>("");
  if (name == "gb18030-2005") return known<gb18030_2005_form<char>>("");
  if (name == "windows-1252") return known<windows1252_form<char>>("");
  return known<utf_ebcdic_form<char>>("");
}

}  // namespace

int main(int, char** argv) {
  codec const found = chosen(argv[1]);
  codec_step const step =
      std::string(argv[2]) == "encode" ? found.encode : found.decode;
  text_policy const policy = std::string(argv[3]) == "replace"
                                 ? text_policy::replace
                                 : text_policy::strict;
  std::string in;
  char part[65536];
  while (std::size_t const size = std::fread(part, 1, sizeof part, stdin))
    in.append(part, size);
  std::string out(5 * in.size() + 5, '\0');
  conversion_result const result =
      step(nullptr, in.data(), in.size(), out.data(), out.size(), policy, true);
  std::fwrite(out.data(), 1, result.written, stdout);
  return result.error == text_problem::none ? 0 : 1;
}
