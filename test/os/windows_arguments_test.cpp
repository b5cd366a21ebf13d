// test/os/windows_arguments_test.cpp: arguments survive a Windows command line,
// checked by parsers that implement only the documented rules, and by tables of
// expected lines.
// covers: rill/os/windows_command_line.h
#include <doctest/doctest.h>
#include <rill/os/windows_command_line.h>

#include <random>
#include <string>
#include <vector>

namespace os = rill::os;

namespace {

using list = std::vector<std::string>;

struct row {
  char const* argument;
  char const* line;
};

// The bytes that `write` produces. They must fit the size that `room` returns.
template <class Room, class Write>
std::string made_by(Room room, Write write, std::string const& argument) {
  std::vector<char> block(room(argument) + 1, '\x7E');
  char* const end = write(block.data(), rill::text(argument));
  REQUIRE(end <= block.data() + room(argument));
  CHECK(block.back() == '\x7E');
  return {block.data(), end};
}
std::string quoted(std::string const& argument) {
  return made_by(os::argument_room, os::write_argument, argument);
}
std::string quoted_for_cmd(std::string const& argument) {
  return made_by(os::cmd_argument_room, os::write_cmd_argument, argument);
}
std::string program_name(std::string const& name) {
  return made_by(os::argument_room, os::write_program_name, name);
}

bool is_white(char c) { return c == ' ' || c == '\t'; }

// The rules of learn.microsoft.com ("Parsing C command-line arguments"), one
// character at a time. `has_pairs`: two quotes inside quotes are one quote, and
// the quoted part continues, as in the C library since 2008. CommandLineToArgvW
// ends the part there.
struct parser {
  std::string const line;
  bool const has_pairs;
  std::size_t at = 0;

  char now() const { return at < line.size() ? line[at] : '\0'; }

  // The program's name: quotes group and are removed; no other character is
  // special.
  std::string name() {
    std::string found;
    for (bool is_inside = false; at < line.size(); ++at) {
      if (now() == '"')
        is_inside = !is_inside;
      else if (is_white(now()) && !is_inside)
        break;
      else
        found += now();
    }
    return found;
  }

  std::string argument() {
    std::string found;
    bool is_inside = false;
    while (at < line.size()) {
      if (is_white(now()) && !is_inside) break;
      std::size_t count = 0;
      while (now() == '\\') ++count, ++at;
      if (now() != '"') {
        found.append(count, '\\');
        if (count != 0) continue;
        found += line[at++];
        continue;
      }
      found.append(count / 2, '\\');
      ++at;
      if (count % 2 == 1) {
        found += '"';
      } else if (is_inside && now() == '"') {
        found += '"';
        ++at;
        is_inside = has_pairs;
      } else {
        is_inside = !is_inside;
      }
    }
    return found;
  }

  list all() {
    list found = {name()};
    for (;;) {
      while (is_white(now())) ++at;
      if (at == line.size()) return found;
      found.push_back(argument());
    }
  }
};

std::string line_of(list const& arguments) {
  std::string line = program_name(arguments[0]);
  for (std::size_t i = 1; i != arguments.size(); ++i)
    line += " " + quoted(arguments[i]);
  return line;
}

std::string random_argument(std::mt19937& random, char const* avoid = "") {
  char const* const pieces[] = {"\\",   "\"",   " ",  "\t",   "\n",       "a",
                                "\\\\", "%",    "*",  "'",    "\xC3\xA9", "^",
                                "\\\"", "\"\"", "\v", "\x7F", "&"};
  std::string made;
  for (std::size_t count = random() % 9; count != 0; --count) {
    std::string const piece = pieces[random() % std::size(pieces)];
    if (piece.find_first_of(avoid) == std::string::npos) made += piece;
  }
  return made;
}

// How cmd.exe reads a line. `outside` is the text outside quotes, which must
// contain no character that cmd.exe interprets. In `expanded` each variable is
// a \x01, except %cd:~,%, which expands to nothing.
struct cmd_view {
  bool is_balanced;
  std::string outside;
  std::string expanded;
};
cmd_view seen_by_cmd(std::string const& line) {
  std::string expanded;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '%') {
      expanded += line[at];
      continue;
    }
    // A variable's name ends at the next percent sign. The first of two
    // adjacent percent signs is literal.
    std::size_t const end = line.find('%', at + 1);
    if (end == at + 1) {
      expanded += '%';
    } else if (end == std::string::npos ||
               line.substr(at, end - at + 1) != "%cd:~,%") {
      expanded += "\x01";
      at = end == std::string::npos ? at : end;
    } else {
      at = end;
    }
  }
  cmd_view view{true, "", expanded};
  for (char c : expanded) {
    if (c == '"')
      view.is_balanced = !view.is_balanced;
    else if (view.is_balanced)
      view.outside += c;
  }
  return view;
}

}  // namespace

TEST_CASE("os/windows_command_line: a table by hand") {
  row const rows[] = {
      {"", R"("")"},
      {"a", "a"},
      {"-o", "-o"},
      {"--x=1,2;3", "--x=1,2;3"},
      {"a b", R"("a b")"},
      {"a\tb", "\"a\tb\""},
      {"a\nb", "\"a\nb\""},
      {"a\vb", "\"a\vb\""},
      {"\"", R"("\"")"},
      {"a\"b", R"("a\"b")"},
      {"say \"hi\"", R"("say \"hi\"")"},
      {R"(\)", R"(\)"},
      {R"(C:\dir\)", R"(C:\dir\)"},
      {R"(C:\a b\)", R"("C:\a b\\")"},
      {R"(C:\a b\\)", R"("C:\a b\\\\")"},
      {R"(\")", R"("\\\"")"},
      {R"(\\")", R"("\\\\\"")"},
      {R"(a\b c)", R"("a\b c")"},
      {"*.txt", R"("*.txt")"},
      {"it's", R"("it's")"},
      {"%PATH%", "%PATH%"},
      {"a&b|c^d<e>f", "a&b|c^d<e>f"},
      {"\xC3\xA9", "\xC3\xA9"},
  };
  for (row const& each : rows) {
    CHECK(quoted(each.argument) == each.line);
    CHECK((parser{line_of({"p", each.argument}), true}.all() ==
           list{"p", each.argument}));
  }
  CHECK(program_name("C:\\a b\\") == R"("C:\a b\")");
  CHECK(program_name("a\\b") == "a\\b");
  CHECK(program_name("") == R"("")");
  CHECK(os::can_be_program_name("a b\\"));
  CHECK(!os::can_be_program_name("a\"b"));
}

TEST_CASE("os/windows_command_line: constant expressions") {
  constexpr bool is_right = [] {
    char room[32] = {};
    char const* end = os::write_argument(room, "a \"");
    if (rill::text(room, static_cast<std::size_t>(end - room)) != "\"a \\\"\"")
      return false;
    end = os::write_cmd_argument(room, "%");
    return rill::text(room, static_cast<std::size_t>(end - room)) ==
           "\"%%cd:~,%\"";
  }();
  static_assert(is_right);
  static_assert(os::is_batch_file("x.BaT"));
}

TEST_CASE("os/windows_command_line: 10,000 random lists come back") {
  std::mt19937 random(1);
  for (int i = 0; i != 10'000; ++i) {
    list sent = {random_argument(random, "\"")};
    for (std::size_t count = random() % 7; count != 0; --count)
      sent.push_back(random_argument(random));
    std::string const line = line_of(sent);
    for (bool has_pairs : {false, true})
      if (parser{line, has_pairs}.all() != sent) {
        CAPTURE(line);
        FAIL("it came back otherwise");
      }
  }
}

TEST_CASE("os/windows_command_line: all arguments of six of the characters") {
  constexpr char characters[] = {'\\', '"', ' ', 'a', '%', '\t'};
  for (int code = 0; code != 6 * 6 * 6 * 6 * 6 * 6; ++code) {
    std::string argument;
    for (int left = code; left != 0; left /= 6)
      argument += characters[left % 6];
    list const sent = {"p", argument, "\\", argument + "\\"};
    std::string const line = line_of(sent);
    if (parser{line, false}.all() != sent || parser{line, true}.all() != sent) {
      CAPTURE(line);
      FAIL("it came back otherwise");
    }
  }
}

TEST_CASE("os/windows_command_line: what is a batch file") {
  for (char const* name :
       {".bat", "a.bat", "a.cmd", "A.BAT", "a.CmD", "a.bat.", "a.bat ",
        "a.cmd . . ", "C:\\x y\\a.bat...", "a.exe.bat", "/a/b.cmd"})
    CHECK(os::is_batch_file(name));
  for (char const* name :
       {"", ".", "bat", "abat", "a.bat.exe", "a.batx", "a.ba", "a.bat\\",
        "a.bat/x", "a.com", "a.cmd_", "a.bat.\t", "..."})
    CHECK(!os::is_batch_file(name));
}

TEST_CASE("os/windows_command_line: a table for cmd.exe by hand") {
  row const rows[] = {
      {"", R"("")"},
      {"plain-1.0_x:/a\\b@#$+", "plain-1.0_x:/a\\b@#$+"},
      {"a b", R"("a b")"},
      {"a&calc", R"("a&calc")"},
      {"\"&calc", "\"\"\"&calc\""},
      {"a\"b", "\"a\"\"b\""},
      {"\\\"", "\"\\\\\"\"\""},
      {"a\\", R"("a\\")"},
      {"%", R"("%%cd:~,%")"},
      {"%PATH%", R"("%%cd:~,%PATH%%cd:~,%")"},
      {"%%", R"("%%cd:~,%%%cd:~,%")"},
      {"!PATH!", R"("!PATH!")"},
      {"^", R"("^")"},
      {"a,b", R"("a,b")"},
      {"a;b", R"("a;b")"},
      {"a=b", R"("a=b")"},
      {"(a)", "\"(a)\""},
      {"a|b>c<d", R"("a|b>c<d")"},
      {"*", R"("*")"},
      {"a\tb", "\"a\tb\""},
      {"\xC2\xA0", "\"\xC2\xA0\""},
      {"%CMDCMDLINE:~-1%&calc.exe",
       R"("%%cd:~,%CMDCMDLINE:~-1%%cd:~,%&calc.exe")"},
  };
  for (row const& each : rows)
    CHECK(quoted_for_cmd(each.argument) == each.line);
  for (std::string const& bad :
       {std::string("\r"), std::string("a\nb"), std::string("a\0b", 3)})
    CHECK(!os::can_go_to_cmd(bad));
  CHECK(os::can_go_to_cmd("\t\v\f \x1A"));
}

TEST_CASE(
    "os/windows_command_line: cmd.exe obeys nothing, and passes it all on") {
  std::mt19937 random(2);
  for (int i = 0; i != 10'000; ++i) {
    list sent = {"p"};
    std::string line;
    for (std::size_t count = random() % 5; count != 0; --count) {
      sent.push_back(random_argument(random, "\n"));
      line += " " + quoted_for_cmd(sent.back());
    }
    cmd_view const seen = seen_by_cmd(line);
    REQUIRE(seen.is_balanced);
    REQUIRE(seen.expanded.find('\x01') == std::string::npos);
    REQUIRE(seen.outside.find_first_of("&|<>^%!()\n,;=*?'`\"") ==
            std::string::npos);
    // The arguments of a program that the batch file starts with %*.
    if (parser{"p" + seen.expanded, true}.all() != sent) {
      CAPTURE(line);
      FAIL("it came back otherwise");
    }
  }
}
