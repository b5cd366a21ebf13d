// test/compression/frames_test.cpp: frames of zstd and lz4 that their
// libraries made, read through decompressed_reader: whole, cut, damaged, and
// many in one file.
// covers: compression/streams.h
// libraries: zstd lz4
#include <doctest/doctest.h>
#include <rill/compression/streams.h>
#include <rill/stream/memory_reader.h>

#include <random>
#include <string>
#include <vector>

#include "../support/coder_runs.h"
#include "../support/frames.h"

using rill::decompressed_reader;
using rill::decompression_options;
using rill::library_problem;
using rill_test::frame_format;
using rill_test::frame_formats;
using rill_test::log_text;
using rill_test::random_bytes;

namespace {

// The decompressed bytes, and the error that ended them.
struct outcome {
  std::string plain;
  rill::error_code error;
};
outcome read_all(std::string const& bytes, rill::compression const& how,
                 decompression_options const& options = {.buffer_size = 4096}) {
  rill::memory_reader from(bytes);
  decompressed_reader in(from, how, options);
  outcome all;
  while (in.peek(1).size != 0) {
    all.plain.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  all.error = in.error();
  return all;
}

// A file, its plain text, and the offsets at which its frames end.
struct sample {
  std::string bytes;
  std::string plain;
  std::vector<std::size_t> ends;  // of frames
};

sample in_frames(std::vector<std::string> const& texts, frame_format const& of,
                 int level = 3) {
  sample made;
  for (std::string const& text : texts) {
    made.bytes += of.made(text, level);
    made.plain += text;
    made.ends.push_back(made.bytes.size());
  }
  return made;
}

// 20 files, in a fixed order.
std::vector<sample> samples_of(frame_format const& of) {
  std::vector<sample> all;
  for (std::string const& text :
       {std::string(), std::string("a"), std::string("Hello, world!\n"),
        std::string(1, '\0'), random_bytes(30), random_bytes(400),
        log_text(200), log_text(1500), std::string(5000, 'z'),
        std::string(100'000, '\0'), random_bytes(100) + log_text(300),
        std::string("\x28\xB5\x2F\xFD"), of.made(log_text(100), 3)})
    all.push_back(in_frames({text}, of));
  for (int level : {-5, 1, 9, 12})
    all.push_back(in_frames({log_text(1500)}, of, level));
  all.push_back(in_frames({"one", "", "three", log_text(100)}, of));
  all.push_back(in_frames({"", "", ""}, of));
  all.push_back(
      in_frames({random_bytes(40), std::string(3000, 'x'), "end"}, of));
  return all;
}

bool is_end(sample const& of, std::size_t cut) {
  for (std::size_t end : of.ends)
    if (end == cut) return true;
  return false;
}

// Flips random bits, one to three a file.
void flip_bits(int rounds) {
  for (frame_format const& f : frame_formats) {
    CAPTURE(std::string(f.how.name()));
    std::vector<sample> const samples = samples_of(f);
    std::mt19937 random(11);
    std::size_t wrong = 0, errors = 0;
    for (int round = 0; round != rounds;) {
      sample const& s = samples[random() % samples.size()];
      if (s.plain.size() > 10'000) continue;
      ++round;
      std::string bytes = s.bytes;
      for (std::size_t left = 1 + random() % 3; left != 0; --left) {
        char& byte = bytes[random() % bytes.size()];
        byte = static_cast<char>(byte ^ (1 << random() % 8));
      }
      outcome const got =
          read_all(bytes, f.how, {.limit = 9000, .buffer_size = 4096});
      errors += bool(got.error);
      wrong += got.plain.size() > 9000;
      wrong += !got.error && got.plain != s.plain;
    }
    CHECK(wrong == 0);
    CHECK(errors > static_cast<std::size_t>(rounds) / 10 * 9);
  }
}

void read_frames(std::size_t count) {
  for (frame_format const& f : frame_formats) {
    CAPTURE(std::string(f.how.name()));
    std::string bytes, plain;
    for (std::size_t i = 0; i != count; ++i) {
      std::string const text = i % 3 == 0 ? "" : std::to_string(i) + "\n";
      bytes += f.made(text, 1);
      plain += text;
    }
    for (std::size_t mine : {1u, 4096u}) {
      outcome const got = read_all(bytes, f.how, {.buffer_size = mine});
      CHECK((got.plain == plain));
      CHECK(!got.error);
    }
  }
}

}  // namespace

TEST_CASE("compression/frames: every cut of 20 files") {
  for (frame_format const& f : frame_formats) {
    std::vector<sample> const samples = samples_of(f);
    CHECK(samples.size() == 20);
    for (sample const& s : samples) {
      CAPTURE(std::string(f.how.name()));
      CAPTURE(s.bytes.size());
      CHECK((f.read(s.bytes, 200'000) == s.plain));
      std::size_t whole = 0, wrong = 0;
      for (std::size_t cut = 0; cut != s.bytes.size(); ++cut) {
        outcome const got = read_all(s.bytes.substr(0, cut), f.how);
        wrong += s.plain.compare(0, got.plain.size(), got.plain) != 0;
        if (is_end(s, cut)) {
          ++whole;
          wrong += bool(got.error);
        } else {
          wrong += got.error != library_problem::cut_data;
        }
      }
      CHECK(wrong == 0);
      CHECK(whole == s.ends.size() - 1);
    }
  }
}

TEST_CASE("compression/frames: 10,000 random flips") { flip_bits(10'000); }

TEST_CASE("compression/frames: 100,000 random flips [slow]") {
  flip_bits(100'000);
}

TEST_CASE("compression/frames: 10,000 members") { read_frames(10'000); }
