// examples/test_report.cpp: reads names and results, one a line, and prints a
// report, in colours at a terminal and in plain text elsewhere. --color=always
// and --color=never override that.
#include <rill/rill.h>

#include <string_view>

namespace {

struct result {
  std::string_view name;
  bool passed;
  double seconds;

  friend void rill_print(auto& out, result const& r) {
    out(rill::when(r.passed, rill::styled("pass", rill::green),
                   rill::styled("FAIL", rill::red | rill::bold)),
        ' ', rill::left(r.name, 16),
        rill::styled(rill::right(rill::fixed(r.seconds, 2), 7),
                     r.seconds > 1 ? rill::yellow : rill::dim),
        " s");
  }
};

void heed(std::string_view option) {
  if (option == "--color=always")
    rill::set_styles(stdout, rill::style_mode::always);
  if (option == "--color=never")
    rill::set_styles(stdout, rill::style_mode::never);
}

}  // namespace

int main(int argc, char** argv) try {
  for (int i = 1; i < argc; ++i) heed(argv[i]);
  int count = 0, failed = 0;
  for (std::string_view const line : rill::lines(rill::in())) {
    auto words = rill::fields(line, ' ');
    auto word = words.begin();
    std::string_view const name = *word++;
    bool const passed = *word++ == "ok";
    rill::println(result{name, passed, rill::parse<double>(*word)});
    ++count;
    if (!passed) ++failed;
  }
  rill::println(rill::styled(failed == 0 ? rill::green : rill::red | rill::bold,
                             count - failed, " of ", count, " passed"));
} catch (rill::error const& reason) {
  rill::eprintln(reason);
  return 1;
}
