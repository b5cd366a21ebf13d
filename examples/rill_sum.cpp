// examples/rill_sum.cpp: rill-sum writes and checks digests of files, with the
// options, formats and exit statuses of sha256sum and cksum -a.
//
//     rill-sum [-a ALGORITHM] [--tag] [-r] [FILE...]
//     rill-sum [-a ALGORITHM] -c [FILE...]
//
// sha256sum, md5sum and others check what it writes, and the reverse. It
// differs in three points: -r includes the files in folders; a line that is not
// a checksum is named and makes the status 1 (sha256sum: with --strict only); a
// file that becomes shorter while it is read is an error.
//
//     g++ -std=c++20 -O2 -I include examples/rill_sum.cpp -o rill-sum
#include <rill/hash_file.h>
#include <rill/rill.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int usage_error = 1;                          // as in sha256sum
constexpr unsigned long long report_every = 8'000'000;  // bytes
constexpr char progress_end[] = "\r\x1b[K";

constexpr char help[] = R"(Usage: rill-sum [OPTION...] [FILE...]
Writes the digests of files, or of standard input ("-"), or checks them.

  -a, --algorithm=NAME  md5, sha1, sha224, sha256 (the default), sha384,
                        sha512, sha512-256, crc32, crc32c, adler32; crc is
                        that of cksum, which cannot be checked
  -r, --recursive       goes into folders (default: "."): files alone, sorted
                        by name; symbolic links in them are not followed
      --tag             writes lines that name the algorithm
  -z, --zero            ends lines with NUL, and writes names as they are
  -b, --binary          writes "*" before names; -t, --text does not. There is
                        no other difference
  -c, --check           reads digests from the files and checks them. Lines
                        may name any algorithm, without -a

With --check:
      --ignore-missing  says nothing of files that are not there
      --quiet           says nothing of files that are right
      --status          says nothing but what cannot be read: the status tells
      --strict, -w, --warn
                        accepted: a line that is no checksum is always named,
                        and makes the status 1. sha256sum names it with --warn,
                        and ends with 0 without --strict

      --help            this text
      --version         the version

Status: 0; 1 when a file could not be read, a digest is another, a line is no
checksum, no line is one, or the options are wrong.
)";

// --- Algorithms ---------------------------------------------------------

// The CRC of POSIX: over the bytes, then over their count.
class posix_crc {
 public:
  posix_crc& update(rill::text bytes) noexcept {
    crc_.update(bytes);
    size_ += bytes.size;
    return *this;
  }
  struct sum {
    std::uint32_t crc;
    unsigned long long size;
  };
  sum finish() const noexcept {
    auto crc = crc_;
    for (auto rest = size_; rest != 0; rest >>= 8) {
      char const byte = static_cast<char>(rest);
      crc.update(rill::text(&byte, 1));
    }
    return {crc.finish(), size_};
  }

 private:
  rill::crc<32, 0x04c11db7, 0, false, false, 0xffffffff> crc_;
  unsigned long long size_ = 0;
};

// The digits of a file, or the error.
using digits_of_file = rill::result<std::string>;

template <std::size_t Size>
std::string digits_of(rill::digest<Size> const& digest) {
  return rill::concat(digest);
}
std::string digits_of(std::uint32_t sum) {
  return rill::concat(rill::zero_padded(rill::hex(sum), 8));
}
std::string digits_of(posix_crc::sum sum) {
  return rill::concat(sum.crc, ' ', sum.size);
}

using progress_function = void (*)(unsigned long long done,
                                   unsigned long long total);

template <class Hash, class Source>
digits_of_file hash(Source const& source, progress_function progress) {
  auto const sum = progress
                       ? rill::try_hash_file<Hash>(
                             source, {.report_every = report_every}, progress)
                       : rill::try_hash_file<Hash>(source);
  if (!sum) return sum.error();
  return digits_of(*sum);
}

// Hashes a file, or standard input.
template <class Hash>
digits_of_file hash_named(char const* name, progress_function progress) {
  if (std::string_view(name) == "-")
    return hash<Hash>(rill::file_view(0, "-"), progress);
  return hash<Hash>(rill::path_view(name), progress);
}

struct algorithm {
  std::string_view name;
  std::string_view tag;  // empty: no --check and no --tag
  std::size_t digits;
  digits_of_file (*of)(char const* name, progress_function);
};
constexpr algorithm algorithms[] = {
    {"md5", "MD5", 32, hash_named<rill::md5>},
    {"sha1", "SHA1", 40, hash_named<rill::sha1>},
    {"sha224", "SHA224", 56, hash_named<rill::sha224>},
    {"sha256", "SHA256", 64, hash_named<rill::sha256>},
    {"sha384", "SHA384", 96, hash_named<rill::sha384>},
    {"sha512", "SHA512", 128, hash_named<rill::sha512>},
    {"sha512-256", "SHA512/256", 64, hash_named<rill::sha512_256>},
    {"crc32", "CRC32", 8, hash_named<rill::crc32>},
    {"crc32c", "CRC32C", 8, hash_named<rill::crc32c>},
    {"adler32", "ADLER32", 8, hash_named<rill::adler32>},
    {"crc", "", 0, hash_named<posix_crc>}};
constexpr algorithm const& default_algorithm = algorithms[3];
static_assert(std::string_view(default_algorithm.name) == "sha256");

// --- Names --------------------------------------------------------------

// A name in a message. Escapes replace characters that a terminal interprets.
std::string printable(std::string_view name) {
  return rill::concat(rill::escaped(name, rill::escape_set::debug));
}

// The name for a line of checksums: backslashes and line ends are escaped, and
// the line then begins with a backslash.
constexpr std::string_view escaped_in_lines = "\\\n\r";

std::string escaped_name(std::string_view name) {
  std::string all;
  for (char const c : name) {
    if (escaped_in_lines.find(c) == name.npos) {
      all += c;
    } else {
      all += '\\';
      all += c == '\n' ? 'n' : c == '\r' ? 'r' : c;
    }
  }
  return all;
}

// The name without escapes; nothing if another character follows a backslash.
std::optional<std::string> unescaped_name(std::string_view name) {
  std::string all;
  for (std::size_t i = 0; i != name.size(); ++i) {
    char c = name[i];
    if (c == '\0') return {};
    if (c == '\\') {
      if (++i == name.size()) return {};
      c = name[i] == 'n'    ? '\n'
          : name[i] == 'r'  ? '\r'
          : name[i] == '\\' ? '\\'
                            : '\0';
      if (c == '\0') return {};
    }
    all += c;
  }
  return all;
}

// --- Options ------------------------------------------------------------

struct options {
  std::vector<char const*> files;
  algorithm const* chosen = nullptr;  // by -a
  bool checks = false;
  bool recursive = false;
  bool tag = false;
  bool zero = false;
  bool reads_input_alone = false;  // no FILE was given
  std::optional<bool> binary;
  bool ignore_missing = false;
  bool quiet = false;
  bool status = false;
  std::string_view only_for_checks;  // an option that needs -c

  algorithm const& used() const { return chosen ? *chosen : default_algorithm; }
};

// Thrown to end the program before it reads.
struct ending {
  int status;
};

template <class... Parts>
[[noreturn]] void refuse_usage(Parts const&... parts) {
  rill::eprintln("rill-sum: ", parts...);
  rill::eprintln("Try 'rill-sum --help' for more information.");
  throw ending{usage_error};
}

[[noreturn]] void tell(std::string_view name) {
  if (name == "help")
    rill::print(help);
  else
    rill::println("rill-sum (rill) ", RILL_VERSION_MAJOR, '.',
                  RILL_VERSION_MINOR, '.', RILL_VERSION_PATCH);
  throw ending{0};  // lost output is reported when the program ends
}

struct option {
  char letter;  // 0: has none
  std::string_view name;
  bool has_value;
};
constexpr option known_options[] = {
    {'a', "algorithm", true}, {'b', "binary", false},
    {'c', "check", false},    {'r', "recursive", false},
    {0, "tag", false},        {'t', "text", false},
    {'z', "zero", false},     {0, "ignore-missing", false},
    {0, "quiet", false},      {0, "status", false},
    {0, "strict", false},     {'w', "warn", false},
    {0, "help", false},       {0, "version", false}};

// The option with a letter, or whose long name begins with `name`.
option const& find_option(char letter) {
  for (option const& one : known_options)
    if (one.letter == letter && letter != '\0') return one;
  refuse_usage("no option is called -", printable({&letter, 1}));
}
option const& find_option(std::string_view name) {
  option const* found = nullptr;
  for (option const& one : known_options) {
    if (one.name == name) return one;
    if (!one.name.starts_with(name)) continue;
    if (found) refuse_usage("--", printable(name), " can mean several options");
    found = &one;
  }
  if (!found) refuse_usage("no option is called --", printable(name));
  return *found;
}

algorithm const& find_algorithm(std::string_view name) {
  for (algorithm const& one : algorithms)
    if (one.name == name) return one;
  std::string names;
  for (algorithm const& one : algorithms) names += rill::concat(' ', one.name);
  refuse_usage("no algorithm is called ", printable(name),
               "; there are:", names);
}

void take_option(options& all, option const& one, std::string_view value) {
  if (one.name == "algorithm") {
    all.chosen = &find_algorithm(value);
  } else if (one.name == "binary" || one.name == "text") {
    all.binary = one.name == "binary";
  } else if (one.name == "check") {
    all.checks = true;
  } else if (one.name == "recursive") {
    all.recursive = true;
  } else if (one.name == "tag") {
    all.tag = true;
  } else if (one.name == "zero") {
    all.zero = true;
  } else if (one.name == "help" || one.name == "version") {
    tell(one.name);
  } else {
    all.only_for_checks = one.name;
    all.ignore_missing |= one.name == "ignore-missing";
    all.quiet |= one.name == "quiet";
    all.status |= one.name == "status";
  }
}

// Refuses what sha256sum refuses.
void refuse_what_does_not_fit(options const& all) {
  if (all.checks && all.zero)
    refuse_usage("the --zero option is not supported when verifying checksums");
  if (all.checks && all.tag)
    refuse_usage("the --tag option is meaningless when verifying checksums");
  if (all.checks && all.binary)
    refuse_usage(
        "the --binary and --text options are meaningless when verifying "
        "checksums");
  if (all.checks && all.recursive)
    refuse_usage("--recursive is meaningless when verifying checksums");
  if (!all.checks && !all.only_for_checks.empty())
    refuse_usage("the --", all.only_for_checks,
                 " option is meaningful only when verifying checksums");
  if (all.tag && all.binary == false)
    refuse_usage("--tag does not support --text mode");
  if (all.used().tag.empty() && (all.checks || all.tag))
    refuse_usage("--check and --tag are not supported with --algorithm=",
                 all.used().name);
}

// Goes through the words of the command line. A value is the next word, or
// follows in the same word.
class words {
 public:
  words(int count, char** all) : at_(all + (count > 0)), end_(all + count) {}

  options read() {
    options all;
    bool are_files = false;
    while (at_ != end_) {
      std::string_view const word = *at_++;
      if (are_files || word.size() < 2 || word[0] != '-')
        all.files.push_back(word.data());
      else if (word == "--")
        are_files = true;
      else if (word[1] == '-')
        take_long(all, word.substr(2));
      else
        take_short(all, word.substr(1));
    }
    refuse_what_does_not_fit(all);
    all.reads_input_alone = all.files.empty() && !all.recursive;
    if (all.files.empty()) all.files.push_back(all.recursive ? "." : "-");
    return all;
  }

 private:
  void take_long(options& all, std::string_view word) {
    auto const equals = word.find('=');
    option const& one = find_option(word.substr(0, equals));
    bool const is_given = equals != word.npos;
    if (is_given && !one.has_value)
      refuse_usage("--", one.name, " takes no value");
    take_option(all, one,
                is_given        ? word.substr(equals + 1)
                : one.has_value ? next_word(one.name)
                                : std::string_view());
  }
  void take_short(options& all, std::string_view letters) {
    while (!letters.empty()) {
      option const& one = find_option(letters[0]);
      letters.remove_prefix(1);
      if (one.has_value) {
        return take_option(all, one,
                           letters.empty() ? next_word(one.name) : letters);
      }
      take_option(all, one, {});
    }
  }
  std::string_view next_word(std::string_view name) {
    if (at_ == end_) refuse_usage("--", name, " takes a value");
    return *at_++;
  }

  char** at_;
  char** end_;
};

// --- Progress -----------------------------------------------------------

// Rewrites one line on standard error, for a file that takes longer than a
// second.
struct progress_line {
  using clock = std::chrono::steady_clock;

  std::string_view name;
  clock::time_point shown_last;
  bool is_shown = false;
} progress;

void show_progress(unsigned long long done, unsigned long long total) {
  auto const now = progress_line::clock::now();
  auto const pause = std::chrono::milliseconds(progress.is_shown ? 100 : 1000);
  if (now - progress.shown_last < pause) return;
  progress.shown_last = now;
  progress.is_shown = true;
  rill::eprint(progress_end, printable(progress.name), ": ",
               rill::human_size(done));
  if (total != 0)
    rill::eprint(" of ", rill::human_size(total), ", ",
                 static_cast<int>(static_cast<double>(done) * 100.0 /
                                  static_cast<double>(total)),
                 " %");
}

digits_of_file digits_with_progress(algorithm const& which, char const* name,
                                    bool is_terminal) {
  if (!is_terminal) return which.of(name, nullptr);
  progress = {name, progress_line::clock::now()};
  digits_of_file digits = which.of(name, show_progress);
  if (progress.is_shown) rill::eprint(progress_end);
  return digits;
}

// "x: No such file or directory"
void say_failure(std::string_view name, rill::error const& wrong) {
  if (wrong.code().source == rill::error_source::system)
    rill::eprintln("rill-sum: ", printable(name), ": ",
                   std::strerror(wrong.code().number));
  else
    rill::eprintln("rill-sum: ", wrong);
}

// --- Writing digests ----------------------------------------------------

class summing {
 public:
  explicit summing(options const& all)
      : all_(all), is_terminal_(rill::is_terminal(stderr)) {}

  // Returns the exit status.
  int run() {
    for (char const* name : all_.files) {
      if (all_.recursive && is_folder(name))
        write_folder(name);
      else
        write_file(name);
    }
    return status_;
  }

 private:
  static bool is_folder(char const* name) {
    auto const status = rill::fs::try_status(name);
    return status && status->kind == rill::device_kind::directory;
  }

  void write_folder(char const* name) {
    auto found = rill::fs::walk::try_open(
        name, {.sorted = true, .on_error = rill::fs::walk_errors::yield});
    if (!found) return fail(name, found.error());
    for (auto& entry : *found) {
      if (entry.error())
        fail(entry.path(), entry.error());
      else if (entry.is_regular())
        write_file(entry.path().data);
    }
  }

  void write_file(char const* name) {
    auto const digits = digits_with_progress(all_.used(), name, is_terminal_);
    if (!digits) return fail(name, digits.error());
    write_line(*digits, name);
  }
  void fail(std::string_view name, rill::error const& wrong) {
    say_failure(name, wrong);
    status_ = 1;
  }

  void write_line(std::string const& digits, std::string_view name) const {
    char const end = all_.zero ? '\0' : '\n';
    if (all_.used().tag.empty()) return write_plain(digits, name, end);
    bool const escapes =
        !all_.zero && name.find_first_of(escaped_in_lines) != name.npos;
    std::string const changed = escapes ? escaped_name(name) : std::string();
    if (escapes) name = changed;
    char const* const mark = escapes ? "\\" : "";
    if (all_.tag)
      rill::print(mark, all_.used().tag, " (", name, ") = ", digits, end);
    else
      rill::print(mark, digits, ' ', all_.binary == true ? '*' : ' ', name,
                  end);
  }
  // As in cksum: without a FILE, the line has no name.
  void write_plain(std::string const& digits, std::string_view name,
                   char end) const {
    if (all_.reads_input_alone)
      rill::print(digits, end);
    else
      rill::print(digits, ' ', name, end);
  }

  options const& all_;
  bool is_terminal_;
  int status_ = 0;
};

// --- Checking -----------------------------------------------------------

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text[0])) text.remove_prefix(1);
  return text;
}

bool is_hexadecimal(std::string_view digits) {
  return digits.find_first_not_of("0123456789abcdefABCDEF") == digits.npos;
}

bool is_same(std::string_view digits, std::string_view wanted) {
  if (digits.size() != wanted.size()) return false;
  for (std::size_t i = 0; i != digits.size(); ++i) {
    char const c = wanted[i];
    char const lower =
        c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    if (digits[i] != lower) return false;
  }
  return true;
}

struct checksum {
  algorithm const* which;
  std::string_view digits;
  std::string name;
};

// Reads the lines of one file of checksums.
class line_reader {
 public:
  explicit line_reader(algorithm const* chosen) : chosen_(chosen) {}

  std::optional<checksum> read(std::string_view line) {
    line = without_blanks(line);
    bool const is_escaped = !line.empty() && line[0] == '\\';
    if (is_escaped) line.remove_prefix(1);
    auto found = read_tagged(line);
    if (!found) found = read_plain(line);
    if (!found) return {};
    auto name = is_escaped ? unescaped_name(name_) : std::string(name_);
    if (!name || name->empty() || name->find('\0') != name->npos) return {};
    found->name = *std::move(name);
    return found;
  }

 private:
  // SHA256 (name) = digits, or SHA256(name)= digits.
  std::optional<checksum> read_tagged(std::string_view line) {
    for (algorithm const& one : algorithms) {
      if (one.tag.empty() || !line.starts_with(one.tag)) continue;
      if (chosen_ && chosen_ != &one) continue;
      std::string_view rest = line.substr(one.tag.size());
      if (rest.starts_with(' ')) rest.remove_prefix(1);
      auto const close = rest.rfind(')');
      if (!rest.starts_with('(') || close == rest.npos) continue;
      name_ = rest.substr(1, close - 1);
      rest = without_blanks(rest.substr(close + 1));
      if (!rest.starts_with('=')) continue;
      rest = without_blanks(rest.substr(1));
      if (rest.size() == one.digits && is_hexadecimal(rest))
        return checksum{&one, rest, {}};
    }
    return {};
  }

  // digits, a blank, " " or "*", name; or digits, one blank, name, as md5 -r
  // of the BSDs has it. A file has lines of one of these forms.
  std::optional<checksum> read_plain(std::string_view line) {
    algorithm const& one = chosen_ ? *chosen_ : default_algorithm;
    if (line.size() < one.digits + 2) return {};
    std::string_view const digits = line.substr(0, one.digits);
    if (!is_hexadecimal(digits) || !is_blank(line[one.digits])) return {};
    name_ = line.substr(one.digits + 1);
    bool const has_mark =
        name_.size() != 1 && (name_[0] == ' ' || name_[0] == '*');
    if (!has_mark && form_ == form::marked) return {};
    if (has_mark && form_ != form::reversed) name_.remove_prefix(1);
    if (form_ == form::unknown)
      form_ = has_mark ? form::marked : form::reversed;
    return checksum{&one, digits, {}};
  }

  enum class form : unsigned char { unknown, marked, reversed };

  algorithm const* chosen_;
  std::string_view name_;
  form form_ = form::unknown;
};

// "1 line is", "2 lines are"
struct counted {
  unsigned long long count;
  char const *one, *several;
  friend void rill_print(auto& out, counted const& c) {
    out(c.count, c.count == 1 ? c.one : c.several);
  }
};

class checking {
 public:
  explicit checking(options const& all)
      : all_(all),
        is_terminal_(rill::is_terminal(stderr)),
        shows_names_(rill::is_terminal(stdout)) {}

  int run() {
    for (char const* name : all_.files) check_file(name);
    return status_;
  }

 private:
  struct counts {
    unsigned long long lines = 0, broken = 0, unread = 0, wrong = 0, right = 0;
  };

  void check_file(char const* list) {
    auto file = std::string_view(list) == "-"
                    ? rill::file_view(0, "-").try_duplicate()
                    : rill::file::try_open(list);
    if (!file) return fail(list, file.error());
    if (auto const status = file->try_status();
        status && status->kind == rill::device_kind::directory)
      return fail(list, {{rill::error_source::system, EISDIR}, "read", list});
    std::string_view const shown =
        std::string_view(list) == "-" ? "standard input" : list;
    rill::file_reader in(*std::move(file));
    counts done;
    check_lines(in, shown, done);
    report(shown, done);
  }

  void check_lines(rill::file_reader& in, std::string_view list, counts& done) {
    line_reader reader(all_.chosen);
    unsigned long long number = 0;
    try {
      for (std::string_view line : rill::lines(in)) {
        ++number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line[0] == '#') continue;
        if (auto const one = reader.read(line)) {
          ++done.lines;
          check(*one, done);
        } else {
          ++done.broken;
          say_broken(list, number);
        }
      }
    } catch (rill::error const& wrong) {
      fail(list, wrong);
    }
  }
  void say_broken(std::string_view list, unsigned long long number) {
    status_ = 1;
    if (all_.status) return;
    rill::eprintln("rill-sum: ", printable(list), ": ", number,
                   ": improperly formatted",
                   all_.chosen ? rill::concat(' ', all_.chosen->tag) : "",
                   " checksum line");
  }

  void check(checksum const& one, counts& done) {
    auto const digits =
        digits_with_progress(*one.which, one.name.c_str(), is_terminal_);
    if (!digits) {
      bool const is_missing =
          digits.error().code() ==
          rill::error_code(rill::error_source::system, ENOENT);
      if (is_missing && all_.ignore_missing) return;
      ++done.unread;
      fail(one.name, digits.error());
      say(one.name, ": FAILED open or read");
    } else if (is_same(*digits, one.digits)) {
      ++done.right;
      if (!all_.quiet) say(one.name, ": OK");
    } else {
      ++done.wrong;
      status_ = 1;
      say(one.name, ": FAILED");
    }
  }

  // Prints a name as sha256sum does; with escapes if shows_names_.
  void say(std::string_view name, char const* what) const {
    if (all_.status) return;
    if (shows_names_)
      rill::println(printable(name), what);
    else if (name.find('\n') != name.npos)
      rill::println('\\', escaped_name(name), what);
    else
      rill::println(name, what);
  }

  void report(std::string_view list, counts const& done) {
    if (done.lines == 0) {
      rill::eprintln("rill-sum: ", printable(list),
                     ": no properly formatted checksum lines found");
      status_ = 1;
      return;
    }
    if (!all_.status) {
      warn({done.broken, " line is improperly formatted",
            " lines are improperly formatted"});
      warn({done.unread, " listed file could not be read",
            " listed files could not be read"});
      warn({done.wrong, " computed checksum did NOT match",
            " computed checksums did NOT match"});
    }
    if (!all_.ignore_missing || done.right != 0) return;
    status_ = 1;
    if (!all_.status)
      rill::eprintln("rill-sum: ", printable(list), ": no file was verified");
  }
  static void warn(counted const& what) {
    if (what.count != 0) rill::eprintln("rill-sum: WARNING: ", what);
  }

  void fail(std::string_view name, rill::error const& wrong) {
    say_failure(name, wrong);
    status_ = 1;
  }

  options const& all_;
  bool is_terminal_;
  bool shows_names_;
  int status_ = 0;
};

}  // namespace

int main(int count, char** all) try {
  options const chosen = words(count, all).read();
  return chosen.checks ? checking(chosen).run() : summing(chosen).run();
} catch (ending const& end) {
  return end.status;
} catch (rill::error const& wrong) {
  rill::eprintln("rill-sum: ", wrong);
  return 1;
}
