// examples/rill_conv.cpp: rill-conv converts text between encodings, with the
// options and exit statuses of iconv.
//
//     rill-conv -f FROM -t TO [-c] [--bom] [-o OUT] [FILE...]
//
// An empty name is the encoding of the locale. An error names the file, the
// line, the column and the byte, and shows the bytes. The system's iconv
// provides the encodings that the library lacks. Where iconv replaces
// characters by others
// (//TRANSLIT), this program refuses; --replace writes a replacement character.
// With -c the status is 0 also where the input ends within a character; iconv
// ends with 1 there.
//
//     g++ -std=c++20 -O2 -I include examples/rill_conv.cpp -o rill-conv
#include <rill/rill.h>
#include <rill/unicode.h>

#if __has_include(<iconv.h>)
#include <rill/driver/iconv.h>
#endif

#include <clocale>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#if __has_include(<langinfo.h>)
#include <langinfo.h>
#endif

namespace {

constexpr int usage_error = 64;  // EX_USAGE of sysexits.h, as in iconv
constexpr unsigned long long report_every = 8'000'000;  // bytes
constexpr char progress_end[] = "\r\x1b[K";

constexpr char help[] = R"(Usage: rill-conv [OPTION...] [FILE...]
Converts the text of the files, or of standard input ("-"), from one encoding
to another.

  -f, --from-code=NAME   encoding of the input; default: the locale's
  -t, --to-code=NAME     encoding of the output; default: the locale's
  -o, --output=FILE      writes to FILE instead of standard output
  -c                     leaves out what cannot be converted (NAME//IGNORE does
                         too, and ends with status 1 when something was)
      --replace          writes a replacement character instead
      --bom              writes a byte-order mark; one in the input is no text
      --no-bom           writes none; one in the input is no text
  -l, --list             lists the encodings and their names; those that only
                         the system's iconv has are known too (iconv -l)
  -s, --silent           says nothing about progress and what was left out
      --verbose          says how many bytes were read and written
  -?, --help             this text
      --usage            the first line of it
  -V, --version          the version

Status: 0; 1 when a file or some text could not be converted; 64 when the
options are wrong.
)";

struct options {
  std::string from, to, output;
  std::vector<char const*> files;
  rill::text_policy policy = rill::text_policy::strict;
  rill::byte_order_mark mark_in = rill::byte_order_mark::as_encoding;
  rill::byte_order_mark mark_out = rill::byte_order_mark::as_encoding;
  bool tells_what_is_left_out = false;  // by //IGNORE
  bool silent = false;
  bool verbose = false;
};

// A name in a message. Escapes replace characters that a terminal interprets.
std::string printable(std::string_view name) {
  return rill::concat(rill::escaped(name, rill::escape_set::debug));
}

// Thrown to end the program before it converts.
struct ending {
  int status;
};

template <class... Parts>
[[noreturn]] void refuse(int status, Parts const&... parts) {
  rill::eprintln("rill-conv: ", parts...);
  throw ending{status};
}

template <class... Parts>
[[noreturn]] void refuse_usage(Parts const&... parts) {
  rill::eprintln("rill-conv: ", parts...);
  rill::eprintln("Try 'rill-conv --help' for more information.");
  throw ending{usage_error};
}

void list_encodings() {
  for (rill::encoding_names one : rill::encodings()) rill::println(one.names);
}

// An encoding of the library, or of the system's iconv. Throws the error of the
// library, which names similar encodings.
rill::encoding encoding_called(std::string const& name) {
  auto const own = rill::encoding::try_find(name);
  if (own) return *own;
#if __has_include(<iconv.h>)
  if (auto const other = rill::try_iconv(name)) return *other;
#endif
  throw own.error();
}

[[noreturn]] void tell(std::string_view name) {
  if (name == "list")
    list_encodings();
  else if (name == "help")
    rill::print(help);
  else if (name == "usage")
    rill::println(
        "Usage: rill-conv [-cls?V] [-f NAME] [-t NAME] [-o FILE] "
        "[--bom] [--no-bom] [--replace] [--verbose] [FILE...]");
  else
    rill::println("rill-conv (rill) ", RILL_VERSION_MAJOR, '.',
                  RILL_VERSION_MINOR, '.', RILL_VERSION_PATCH);
  throw ending{0};  // lost output is reported when the program ends
}

struct option {
  char letter;  // 0: has none
  std::string_view name;
  bool has_value;
};
constexpr option known_options[] = {
    {'f', "from-code", true}, {'t', "to-code", true}, {'o', "output", true},
    {'c', "ignore", false},   {0, "replace", false},  {0, "bom", false},
    {0, "no-bom", false},     {'l', "list", false},   {'s', "silent", false},
    {0, "verbose", false},    {'?', "help", false},   {0, "usage", false},
    {'V', "version", false}};

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

void take_option(options& all, option const& one, std::string_view value) {
  if (one.name == "from-code") {
    all.from = value;
  } else if (one.name == "to-code") {
    all.to = value;
  } else if (one.name == "output") {
    all.output = value;
  } else if (one.name == "ignore") {
    all.policy = rill::text_policy::ignore;
  } else if (one.name == "replace") {
    all.policy = rill::text_policy::replace;
  } else if (one.name == "bom" || one.name == "no-bom") {
    all.mark_in = rill::byte_order_mark::yes;
    all.mark_out = one.name == "bom" ? rill::byte_order_mark::yes
                                     : rill::byte_order_mark::no;
  } else if (one.name == "silent") {
    all.silent = true;
  } else if (one.name == "verbose") {
    all.verbose = true;
  } else {
    tell(one.name);
  }
}

// Goes through the words of the command line. A value is the next word, or
// follows in the same word.
class words {
 public:
  words(int count, char** all) : at_(all + 1), end_(all + count) {}

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

// The name of the locale's encoding.
std::string encoding_of_locale() {
#if __has_include(<langinfo.h>)
  std::setlocale(LC_CTYPE, "");
  return nl_langinfo(CODESET);
#else
  return "UTF-8";
#endif
}

// Handles NAME and NAME//IGNORE; an empty name is the locale's encoding.
rill::encoding find_encoding(options& all, std::string name) {
  while (true) {
    auto const slashes = name.find("//");
    if (slashes == name.npos) break;
    auto const last = name.rfind("//");
    std::string suffix = name.substr(last + 2);
    name.resize(last);
    for (char& c : suffix)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (suffix == "IGNORE") {
      all.policy = rill::text_policy::ignore;
      all.tells_what_is_left_out = true;
    } else if (suffix == "TRANSLIT") {
      refuse(1,
             "//TRANSLIT is not supported: characters are not spelled with "
             "others; --replace writes a replacement character, -c leaves "
             "them out");
    } else if (!suffix.empty()) {
      refuse(1, "no suffix is called //", printable(suffix));
    }
  }
  if (name.empty()) name = encoding_of_locale();
  return encoding_called(name);
}

// Rewrites one line on standard error.
class progress {
 public:
  progress(rill::file_view in, std::string_view name, bool is_shown)
      : name_(name), is_shown_(is_shown) {
    if (auto const found = in.try_status();
        found && found->kind == rill::device_kind::regular)
      size_ = found->size;
  }
  void clear() {
    if (was_shown_) rill::eprint(progress_end);
    was_shown_ = false;
  }

  void show(unsigned long long read) {
    if (!is_shown_) return;
    was_shown_ = true;
    rill::eprint('\r', printable(name_), ": ", read / 1'000'000);
    if (size_ != 0) rill::eprint(" of ", size_ / 1'000'000);
    rill::eprint(" MB");
  }

 private:
  std::string_view name_;
  unsigned long long size_ = 0;
  bool is_shown_;
  bool was_shown_ = false;
};

// Prints the problem and the bytes that have it.
std::string sentence_with_bytes(rill::error const& wrong, rill::reader& in) {
  std::string sentence = wrong.what();
  if (wrong.code().source != rill::error_source::text) return sentence;
  rill::text const next = in.peek(4);
  if (next.size != 0) sentence += ':';
  for (char const byte : next)
    sentence +=
        rill::concat(' ', rill::upper(rill::zero_padded(
                              rill::hex(static_cast<unsigned char>(byte)), 2)));
  return sentence;
}

class conversion {
 public:
  explicit conversion(options const& all)
      : all_(all),
        from_(find_encoding(all_, all_.from)),
        to_(find_encoding(all_, all_.to)) {
    if (all_.files.empty()) all_.files.push_back("-");
  }

  // Returns the exit status. Skips a file that cannot be opened; any other
  // error ends the conversion.
  int run() {
    if (overwrites_input()) return 1;
    for (char const* name : all_.files) {
      rill::result<rill::file> in =
          is_standard(name)
              ? rill::file_view(0, "standard input").try_duplicate()
              : rill::file::try_open(name);
      if (!in) {
        rill::eprintln("rill-conv: ", in.error());
        status_ = 1;
      } else if (!convert(*std::move(in), name)) {
        status_ = 1;
        break;
      }
    }
    close_output();
    return status_;
  }

 private:
  static bool is_standard(std::string_view name) { return name == "-"; }

  // Writing to a file that is still to be read would destroy it. Checked before
  // the output is opened, because opening empties it.
  bool overwrites_input() const {
    rill::device_status const out = status_of(all_.output, 1);
    if (out.kind != rill::device_kind::regular) return false;
    for (char const* name : all_.files) {
      rill::device_status const in = status_of(name, 0);
      if (in.kind != out.kind || in.device != out.device ||
          in.inode != out.inode)
        continue;
      rill::eprintln("rill-conv: ", printable(name), ": is the output too");
      return true;
    }
    return false;
  }
  // The status of a named file, or of a standard stream.
  static rill::device_status status_of(std::string const& name, int standard) {
    rill::device_status found;
    if (name.empty() || is_standard(name)) {
      auto const status = rill::file_view(standard).try_status();
      return status ? *status : found;
    }
    if (auto const status = rill::fs::try_status(name)) {
      found.kind = status->kind;
      found.device = status->device;
      found.inode = status->inode;
    }
    return found;
  }

  void open_output() {
    out_.emplace(all_.output.empty() || is_standard(all_.output)
                     ? rill::file::adopt(1, "standard output")
                     : rill::file::create(all_.output));
  }
  void close_output() {
    if (!out_) open_output();  // empty, as iconv makes it
    bool const is_told = bool(out_->error());
    if (auto const closed = out_->try_close(); !closed && !is_told) {
      rill::eprintln("rill-conv: ", closed.error());
      status_ = 1;
    }
  }

  bool convert(rill::file file, std::string_view name) {
    if (!out_) open_output();
    bool const waits = file.status().kind != rill::device_kind::regular;
    progress shown(file, name,
                   !all_.silent && rill::is_terminal(stderr) &&
                       !rill::is_terminal(out_->file()));
    rill::file_reader in(std::move(file));
    auto const done = rill::try_transcode_copy(
        in, from_, *out_, to_,
        {.policy = all_.policy,
         .mark_in = all_.mark_in,
         .mark_out = all_.mark_out,
         .flush = waits,
         .report_every = report_every},
        [&](unsigned long long read) { shown.show(read); });
    shown.clear();
    // The files become one text with one byte order mark.
    all_.mark_out = rill::byte_order_mark::no;
    if (done) return report(*done, in.file().name());
    rill::eprintln("rill-conv: ", sentence_with_bytes(done.error(), in));
    return false;
  }

  // "3 places left out"
  static std::string places(unsigned long long count, char const* what) {
    return rill::concat(count, count == 1 ? " place " : " places ", what);
  }

  bool report(rill::transcoded const& done, rill::text name) {
    bool const is_loss = done.replaced != 0 && all_.tells_what_is_left_out;
    if (all_.verbose)
      rill::eprintln("rill-conv: ", printable(name), ": ", done.read,
                     " bytes read, ", done.written, " written, ",
                     done.replaced == 0 ? "nothing replaced"
                                        : places(done.replaced, "replaced"));
    else if (is_loss && !all_.silent)
      rill::eprintln("rill-conv: ", printable(name), ": ",
                     places(done.replaced, "left out"));
    if (is_loss) status_ = 1;
    return true;
  }

  options all_;
  rill::encoding from_;
  rill::encoding to_;
  std::optional<rill::file_writer> out_;
  int status_ = 0;
};

}  // namespace

int main(int count, char** all) try {
  return conversion(words(count, all).read()).run();
} catch (ending const& end) {
  return end.status;
} catch (rill::error const& wrong) {
  rill::eprintln("rill-conv: ", wrong);
  return 1;
}
