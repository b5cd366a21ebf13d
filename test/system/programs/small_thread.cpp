// test/system/programs/small_thread.cpp: runs an operation in a thread with a
// stack of PTHREAD_STACK_MIN, 16 KiB with glibc on x86-64, of which glibc takes
// the guard page and its own data. An overflow stops the program.
//
//   small_thread OPERATION FOLDER
#include <limits.h>
#include <pthread.h>
#include <rill/base64.h>
#include <rill/csv.h>
#include <rill/debug.h>
#include <rill/fs.h>
#include <rill/hash_file.h>
#include <rill/process.h>
#include <rill/rill.h>
#include <rill/trace.h>
#include <rill/unicode.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

namespace fs = rill::fs;

namespace {

std::string folder;
std::string german, chinese;  // 60 KB of UTF-8
bool (*operation)();
bool is_done = false;

bool refuses(auto work) {
  try {
    work();
  } catch (rill::error const& reason) {
    return reason.what()[0] != '\0';
  }
  return false;
}

// UTF-8 to an encoding and back, a conversion that goes through UTF-8, and
// errors, whose place in the text takes another conversion.
bool transcode() {
  std::string const wide = rill::transcode(german, rill::utf8, rill::utf16le);
  std::string const code = rill::transcode(wide, rill::utf16le, rill::gb18030);
  std::string const latin = rill::transcode(code, rill::gb18030, rill::latin1);
  return rill::transcode(latin, rill::latin1, rill::utf8) == german &&
         rill::transcoded_size(code, rill::gb18030, rill::utf16le) ==
             wide.size();
}
bool transcode_chinese() {
  std::string const code = rill::transcode(chinese, rill::utf8, rill::gb18030);
  std::string const wide = rill::transcode(code, rill::gb18030, rill::utf16be);
  return rill::transcode(wide, rill::utf16be, rill::utf8) == chinese &&
         refuses([&] {
           (void)rill::transcode(code + "\xFF", rill::gb18030, rill::utf16le);
         }) &&
         refuses(
             [&] { (void)rill::transcode(code, rill::gb18030, rill::latin1); });
}
bool transcode_copy() {
  std::string const code = rill::transcode(chinese, rill::utf8, rill::gb18030);
  std::string made;
  rill::string_writer out(made);
  auto in = rill::from(code);
  rill::transcode_copy(in, rill::gb18030, out, rill::utf16le);
  out.flush();
  std::string const cut = code + "\xFF";
  auto again = rill::from(cut);
  return made.size() != 0 && refuses([&] {
           rill::transcode_copy(again, rill::gb18030, out, rill::utf16le);
         });
}
bool encoded_files() {
  std::string const path = folder + "/encoded";
  rill::encoded_writer out(path, rill::gb18030);
  rill::print(out, chinese);
  out.close();
  rill::decoded_reader in(path, rill::gb18030);
  return rill::text(rill::load(in)) == rill::text(chinese);
}

bool replace() {
  std::string const path = folder + "/link";
  if (::symlink("target", path.c_str()) != 0) return false;
  rill::replace_file(path, "old");
  rill::replace_file(path, "content");
  rill::replace_file(path, [](rill::writer& out) { rill::print(out, german); });
  return rill::load(folder + "/target").size() == german.size() &&
         refuses([&] { rill::replace_file(folder + "/none/x", "text"); });
}
bool files() {
  rill::file const file = rill::file::create(folder + "/parts");
  std::vector<rill::text> parts(3000, "piece");
  file.writev(parts.data(), parts.size());
  std::string first(4, 0), second(7000, 0);
  rill::file::open(folder + "/parts").readv(first, second);
  rill::any_writer out(rill::file_writer(folder + "/any"));
  rill::println(out, 1.5);
  out.close();
  rill::temporary_directory const made(folder);
  fs::copy(folder + "/parts", fs::join_path(made.path(), "copy"));
  return first == "piec" && second.substr(0, 3) == "epi" &&
         fs::canonical(folder + "/any").size() != 0;
}

bool spawn() {
  rill::child child = rill::spawn({"true"});
  rill::child other = rill::spawn(
      {"true"}, {.directory = folder, .environment = {{"NAME", "value"}}});
  return child.wait().success() && other.wait().success() &&
         refuses([] { (void)rill::spawn({"/none/such"}); });
}
bool run() {
  int count = 0;
  rill::run({"cat"}, {.input = "a\nb\n", .out = [&](rill::text) { ++count; }});
  return count == 2 && rill::run({"echo", "text"}).out == "text\n" &&
         refuses([] { rill::run({"false"}); });
}
bool pipeline() {
  rill::pipeline const two =
      rill::command{"echo", "text"} | rill::command{"cat"};
  return two.run().out == "text\n" && refuses([] {
           (rill::command{"echo"} | rill::command{"/none/such"}).run();
         });
}
bool program() {
  rill::environment::set("NAME", "value");
  return rill::environment::get("NAME") && rill::program_path().size() != 0 &&
         rill::split_command("a 'b c' d").problem() == rill::error_code();
}

rill::trace_summary counted("a device");
bool trace() {
  counted.add({.call = rill::trace_call::drain, .bytes = 5});
  auto out = rill::traced(
      rill::file_writer(folder + "/traced"),
      {.to = [](rill::trace_event const& event) { counted.add(event); }});
  rill::println(out, 1);
  out.close();
  return rill::concat(counted).size() > 100 &&
         rill::concat(counted.json()).size() > 100;
}

bool values() {
  std::map<std::string, std::vector<double>> read;
  auto in = rill::from("{\"a\": [1.5, 2]}");
  rill::scan(in, read);
  int rows = 0;
  for (auto& row : rill::csv(rill::from("a,b\n1,2\n"), {.header = true}))
    rows += row.get<int>("b");
  rill::dbg(folder);
  return read["a"].size() == 2 && rows == 2 &&
         rill::concat(1e300, ' ', rill::fixed(1e300, 20)).size() > 300;
}
bool digests() {
  rill::replace_file(folder + "/hashed", german);
  (void)rill::hash_file<rill::sha256, rill::md5>(folder + "/hashed");
  return rill::encode_base64(german).size() > german.size();
}
// With RILL_TRACING and RILL_TRACE: writes the report.
bool end() {
  rill::println("text");
  ::exit(0);
}

struct named {
  char const* name;
  bool (*run)();
};
constexpr named operations[] = {
    {"transcode", transcode},
    {"transcode_chinese", transcode_chinese},
    {"transcode_copy", transcode_copy},
    {"encoded_files", encoded_files},
    {"replace", replace},
    {"files", files},
    {"spawn", spawn},
    {"run", run},
    {"pipeline", pipeline},
    {"program", program},
    {"trace", trace},
    {"values", values},
    {"digests", digests},
    {"end", end},
};

void* start(void*) {
  is_done = operation();
  return nullptr;
}

}  // namespace

int main(int, char** arguments) {
  for (named const& each : operations)
    if (strcmp(each.name, arguments[1]) == 0) operation = each.run;
  folder = arguments[2];
  for (int i = 0; i != 10000; ++i) german += "stra\xC3\x9F";
  for (int i = 0; i != 10000; ++i) chinese += "\xE4\xB8\xAD\xE6\x96\x87";
  pthread_attr_t attributes;
  pthread_t thread;
  if (!operation || ::pthread_attr_init(&attributes) != 0) return 2;
  if (::pthread_attr_setstacksize(&attributes,
                                  static_cast<size_t>(PTHREAD_STACK_MIN)) != 0)
    return 3;
  if (::pthread_create(&thread, &attributes, start, nullptr) != 0) return 4;
  ::pthread_join(thread, nullptr);
  return is_done ? 0 : 1;
}
