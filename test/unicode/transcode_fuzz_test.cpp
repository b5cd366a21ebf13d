// Runs the fuzz target of conversions on texts that are changed copies of good
// ones. It traps where kernels, the plain twin and the tables differ.
#include <doctest/doctest.h>

#include <random>
#include <string>

#define LLVMFuzzerTestOneInput rill_fuzz_transcode
#include "../fuzz/transcode.cpp"

namespace {

template <rill::detail::form Form>
void append(std::string& text, char32_t c) {
  char units[4];
  char* const end = rill::detail::bytes_of_form<Form>::put(units, c);
  if (end) text.append(units, end);
}

// Runs of characters below a common limit, in the encoding of number `kind`.
std::string made_text(unsigned kind, std::mt19937& random) {
  using rill::detail::form;
  constexpr char32_t limits[] = {0x80, 0x100, 0x800, 0xD800, 0x110000};
  std::string text;
  for (auto runs = random() % 6; runs != 0; --runs) {
    char32_t const limit = limits[random() % 5];
    for (auto left = random() % 70; left != 0; --left) {
      char32_t c = static_cast<char32_t>(random()) % limit;
      if (!rill::is_scalar_value(c)) c = U'!';
      switch (kind) {
        case 0:
          append<form::utf8>(text, c);
          break;
        case 1:
          append<form::utf16>(text, c);
          break;
        case 2:
          append<form::utf16_swapped>(text, c);
          break;
        case 3:
          append<form::utf32>(text, c);
          break;
        case 4:
          append<form::utf32_swapped>(text, c);
          break;
        default:
          append<form::latin1>(text, c);
          break;
      }
    }
  }
  return text;
}

}  // namespace

TEST_CASE("unicode/convert: the fuzz target on changed texts") {
  std::mt19937 random(17);
  for (int i = 0; i != 1500; ++i) {
    std::string input;
    for (int k = 0; k != 6; ++k) input += static_cast<char>(random());
    input[0] = static_cast<char>(i % 6);
    std::string text = made_text(static_cast<unsigned>(i % 6), random);
    for (auto flaws = random() % 3; flaws != 0 && !text.empty(); --flaws)
      text[random() % text.size()] = static_cast<char>(random());
    if (random() % 4 == 0 && !text.empty()) text.pop_back();
    input += text;
    CHECK(rill_fuzz_transcode(
              reinterpret_cast<unsigned char const*>(input.data()),
              input.size()) == 0);
  }
}
