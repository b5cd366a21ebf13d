// Reads and writes text in encodings: encoding KIND PATH ENCODING [COUNT].
// `batch` answers each line `FROM TO POLICY HEX` of standard input with a line
// `ok HEX` or `error OFFSET HEX`, where HEX is the output before the error.
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>
#include <rill/unicode.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

rill::encoding_options small_buffers() {
  rill::encoding_options options;
  options.buffer_size = 4096;
  return options;
}

void write_numbers(rill::encoded_writer& out, long count) {
  for (long i = 0; i != count; ++i)
    rill::println(out, i, " caf\u00E9 ", static_cast<double>(i) / 8);
}

void print_lines(rill::decoded_reader in) {
  for (auto line : rill::lines(in)) rill::println(line);
  rill::flush();
}

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(
        std::strtol(std::string(hex.substr(i, 2)).c_str(), nullptr, 16));
  return bytes;
}
void print_hex(std::string_view bytes) {
  for (char c : bytes)
    rill::print("0123456789abcdef"[c >> 4 & 15], "0123456789abcdef"[c & 15]);
  rill::println();
}

// Converts one line in one piece, and again through streams with the smallest
// buffers.
void answer(std::string const& from, std::string const& to,
            rill::text_policy policy, std::string const& in) {
  rill::encoding const source(from);
  rill::encoding const target(to);
  std::vector<char> room(in.size() * 4 + 16);
  auto const done = rill::transcode_into(room, in, source, target, policy);
  std::string_view const made(room.data(), done.written);
  std::string streamed;
  bool failed = false;
  try {
    rill::memory_reader bytes(in);
    rill::decoded_reader decoded(bytes, source,
                                 {.policy = policy, .buffer_size = 16});
    rill::string_writer sink(streamed);
    rill::encoded_writer encoded(sink, target,
                                 {.policy = policy, .buffer_size = 4});
    while (decoded.peek(1).size != 0) {
      encoded.write(decoded.cursor(), decoded.available());
      decoded.advance_to(decoded.end());
    }
    failed = bool(decoded.error());
    encoded.close();
  } catch (rill::error const&) {
    failed = true;
  }
  if (failed == bool(done) || streamed != made) {
    rill::println("the streams differ");
  } else {
    if (done)
      rill::print("ok ");
    else
      rill::print("error ", done.read, ' ');
    print_hex(made);
  }
}

void answer_all() {
  for (std::string_view line : rill::lines(stdin)) {
    std::string words[4];
    int i = 0;
    for (std::string_view word : rill::fields(line, ' ')) words[i++] = word;
    answer(words[0], words[1],
           words[2] == "replace"  ? rill::text_policy::replace
           : words[2] == "ignore" ? rill::text_policy::ignore
                                  : rill::text_policy::strict,
           bytes_of(words[3]));
  }
}

int run(std::string_view kind, char** words) {
  if (kind == "batch") {
    answer_all();
    return 0;
  }
  rill::encoding const which(words[1]);
  if (kind == "write" || kind == "left") {
    rill::encoded_writer out(words[0], which, small_buffers());
    write_numbers(out, std::strtol(words[2], nullptr, 10));
    if (kind == "write") out.close();
  } else if (kind == "append") {
    auto out = rill::encoded_writer::append(words[0], which, small_buffers());
    write_numbers(out, std::strtol(words[2], nullptr, 10));
    out.close();
  } else if (kind == "read") {
    print_lines(rill::decoded_reader(words[0], which, small_buffers()));
  } else {
    return 99;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 99;
#if RILL_EXCEPTIONS
  try {
    return run(words[1], words + 2);
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 2;
  }
#else
  return run(words[1], words + 2);
#endif
}
