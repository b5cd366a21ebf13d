// test/stream/allocation_test.cpp: each allocation of readers, writers, files
// and copies fails in turn: no byte, no descriptor and no file is lost.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/posix/map.h>
#include <rill/rill.h>
#include <rill/unicode.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/descriptors.h"
#include "support/failing_memory.h"
#include "support/files.h"
#include "support/pipe.h"

using rill_test::descriptor_count;
using rill_test::sweep_memory;

namespace {

std::string const word = "a-word-that-is-longer-than-any-small-string-is";

// Lines of growing length; the last has no newline.
std::string growing_lines(int count) {
  std::string all;
  for (int i = 0; i != count; ++i)
    all += std::string(static_cast<std::size_t>(i * i % 397), 'a') +
           std::to_string(i) + '\n';
  return all + word;
}

// The lines that a reader gives, and its position after each.
struct lines_seen {
  std::vector<std::string> lines;
  std::vector<unsigned long long> places;
};

template <class In>
void read_lines(In& in, lines_seen& seen) {
  std::string line;
  while (rill::scan(in, rill::line(line))) {
    rill_test::memory_plan const plan = rill_test::memory;
    rill_test::memory.left = -1;
    seen.lines.push_back(line);
    rill::source_position at = in.locate();
    rill::detail::count_lines(at, in.history());
    seen.places.push_back(at.line * 10000 + at.column);
    rill_test::memory = plan;
  }
}
std::string shown(lines_seen const& seen) {
  return rill::concat(seen.lines, seen.places);
}

// make(std::optional<Reader>&) makes the reader; it may fail, too.
template <class Reader, class Make>
void sweep_reader(Make make) {
  struct state {
    std::optional<Reader> in;
    lines_seen seen;
  };
  descriptor_count const before;
  sweep_memory([] { return state(); },
               [&](state& s) {
                 if (!s.in) make(s.in);
                 read_lines(*s.in, s.seen);
               },
               [](state& s) { return shown(s.seen); });
  CHECK(before.same());
}

}  // namespace

TEST_CASE("stream/allocation: readers that grow lose no byte and no line") {
  std::string const all = growing_lines(50);
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, all);
  sweep_reader<rill::file_reader>([&](auto& in) { in.emplace(path, 16); });
  auto const piecewise = [&all] {
    return [&all, done = std::size_t{0}](char* out, std::size_t size) mutable {
      std::size_t const count =
          std::min({size, all.size() - done, std::size_t{7}});
      all.copy(out, count, done);
      done += count;
      return count;
    };
  };
  sweep_reader<rill::callback_reader<decltype(piecewise())>>(
      [&](auto& in) { in.emplace(piecewise(), 16); });
  sweep_reader<rill::ring_reader<decltype(piecewise())>>(
      [&](auto& in) { in.emplace(1024, piecewise()); });
  rill::encoding_options options;
  options.buffer_size = 16;
  std::string const wide = rill::transcode(all, rill::utf8, rill::utf16le);
  rill_test::set_content(path, wide);
  sweep_reader<rill::decoded_reader>(
      [&](auto& in) { in.emplace(path, rill::utf16le, options); });
}

TEST_CASE("stream/allocation: a pipe's lines are counted once") {
  std::string const all = growing_lines(40);
  struct state {
    explicit state(std::string const& text) {
      rill_test::pipe ends;
      ends.writing.write(text);
      in.emplace(static_cast<rill::file&&>(ends.reading), 16);
    }
    std::optional<rill::file_reader> in;
    lines_seen seen;
  };
  sweep_memory([&] { return state(all); },
               [](state& s) { read_lines(*s.in, s.seen); },
               [](state& s) { return shown(s.seen); });
}

namespace {

// The result of an operation on files: its answer, and the names and contents
// of its folder.
template <class Work>
void sweep_folder(Work work) {
  struct state {
    rill_test::folder folder;
    std::string answer;
  };
  descriptor_count const before;
  sweep_memory(
      [&] {
        auto made = std::make_unique<state>();
        rill_test::set_content(made->folder / "f", growing_lines(20));
        return made;
      },
      [&](auto& s) { work(s->folder.path(), s->answer); },
      [](auto& s) {
        std::string all = s->answer;
        std::vector<std::string> names = rill_test::names_in(s->folder.path());
        std::sort(names.begin(), names.end());
        for (std::string const& name : names)
          all += "\n" + name + ": " +
                 rill_test::content_of(s->folder / name.c_str());
        return all;
      });
  CHECK(before.same());
}

}  // namespace

TEST_CASE("stream/allocation: files are opened, loaded and replaced") {
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::file_writer out(in + "/new", 16);
    rill::print(out, word);
    out.close();
    answer = "written";
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::loaded_file const all = rill::load(in + "/f", {.never_map = true});
    answer.assign(all.data(), all.size());
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::file_reader from(in + "/f", 16);
    rill::loaded_file const all = rill::load(from);
    answer.assign(all.data(), all.size());
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::file_map const all = rill::map(in + "/f");
    answer.assign(all.data(), all.size());
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::replace_file(in + "/f", [](rill::writer& out) {
      rill::print(out, word, std::string(10000, 'x'), rill::right(word, 2000));
    });
    answer = "replaced";
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::temporary_file made(in);
    rill::print(made.file(), word);
    made.keep(in + "/kept");
    answer = "kept";
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::temporary_directory made(in);
    answer = made.path().size != 0 ? "made" : "";
    made.remove();
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::c_file made = rill::c_file::create(in + "/c");
    rill::print(made, word);
    made.close();
    answer = "written";
  });
  sweep_folder([](std::string const& in, std::string& answer) {
    rill::file const made = rill::file::update(in + "/f");
    rill::file_lock const held = made.lock_file();
    answer = "locked";
  });
}

namespace {

// While an object exists, mappings fail as allocations do.
class failing_mappings {
 public:
  failing_mappings() {
    rill::os::map_call.mmap = [](void* at, size_t size, int access, int flags,
                                 int handle, off_t offset) -> void* {
      return rill_test::memory_fails()
                 ? MAP_FAILED
                 : ::mmap(at, size, access, flags, handle, offset);
    };
    rill::os::map_call.mremap = [](void* from, size_t size,
                                   size_t wanted) -> void* {
      return rill_test::memory_fails()
                 ? MAP_FAILED
                 : ::mremap(from, size, wanted, MREMAP_MAYMOVE);
    };
  }
  failing_mappings(failing_mappings const&) = delete;
  failing_mappings& operator=(failing_mappings const&) = delete;
  ~failing_mappings() { rill::os::map_call = {}; }
};

}  // namespace

TEST_CASE("stream/allocation: mappings and rings") {
  failing_mappings const failing;
  sweep_folder([](std::string const& in, std::string& answer) {
    std::string const path = in + "/large";
    rill::replace_file(path, std::string(300'000, 'x'));
    answer = rill::concat(rill::load(path).size(), ' ', rill::map(path).size(),
                          ' ', rill::map_mutable(path).size());
    rill::fs::remove(path);
  });
  sweep_folder([](std::string const&, std::string& answer) {
    rill::ring_reader in(65536, [left = 100'000](char* out,
                                                 std::size_t size) mutable {
      std::size_t const count = std::min(size, static_cast<std::size_t>(left));
      std::fill_n(out, count, 'y');
      left -= static_cast<int>(count);
      return count;
    });
    rill::loaded_file const all = rill::load(static_cast<rill::reader&>(in));
    answer = rill::concat(all.size());
  });
  // Blocks of 4 MiB and more are mapped memory.
  sweep_folder([](std::string const&, std::string& answer) {
    rill::callback_reader in(
        [left = 9'000'000](char* out, std::size_t size) mutable {
          std::size_t const count =
              std::min(size, static_cast<std::size_t>(left));
          std::fill_n(out, count, 'z');
          left -= static_cast<int>(count);
          return count;
        },
        1 << 20);
    rill::loaded_file const all = rill::load(static_cast<rill::reader&>(in));
    answer = rill::concat(all.size(), all.end()[-1]);
  });
}

TEST_CASE("stream/allocation: encodings") {
  std::string const text = growing_lines(20) + "\xE2\x82\xAC";
  struct state {
    std::string answer;
  };
  auto const sweep = [](auto work) {
    sweep_memory([] { return state(); }, [&](state& s) { s.answer = work(); },
                 [](state& s) { return s.answer; },
                 [](state& s) { CHECK(s.answer.empty()); });
  };
  sweep([&] { return rill::transcode(text, rill::utf8, rill::utf16); });
  sweep([&] { return rill::transcode(text, rill::utf8, rill::gb18030); });
  std::string const code = rill::transcode(text, rill::utf8, rill::gb18030);
  sweep([&] { return rill::transcode(code, rill::gb18030, rill::utf16le); });
  sweep([&] {
    char block[20000];
    rill::memory_writer out(block);
    rill::memory_reader in(text);
    rill::transcode_copy(in, rill::utf8, out, rill::utf32le);
    return std::string(block, out.size());
  });
  sweep([&] {
    char block[20000];
    rill::memory_writer behind(block);
    rill::encoding_options options;
    options.buffer_size = 64;
    rill::encoded_writer out(behind, rill::utf16be, options);
    rill::print(out, text);
    out.close();
    return std::string(block, behind.size());
  });
}

TEST_CASE("stream/allocation: a decoded reader over another goes on") {
  std::string const all = growing_lines(40);
  std::string const wide = rill::transcode(all, rill::utf8, rill::utf16be);
  struct state {
    explicit state(std::string const& bytes) : behind(bytes) {}
    rill::memory_reader behind;
    std::optional<rill::decoded_reader> in;
    lines_seen seen;
  };
  sweep_memory([&] { return std::make_unique<state>(wide); },
               [](auto& s) {
                 rill::encoding_options options;
                 options.buffer_size = 16;
                 if (!s->in) s->in.emplace(s->behind, rill::utf16be, options);
                 read_lines(*s->in, s->seen);
               },
               [](auto& s) { return shown(s->seen); });
}

TEST_CASE("stream/allocation: rings, locks and callbacks are made again") {
  struct state {
    std::string answer;
  };
  auto const sweep = [](auto work) {
    sweep_memory([] { return state(); },
                 [&](state& s) {
                   s.answer.clear();
                   work(s.answer);
                 },
                 [](state& s) { return s.answer; });
  };
  sweep([](std::string& answer) {
    rill::ring_pipe pipe(100);
    rill::print(pipe.writer(), word);
    pipe.writer().close();
    rill::scan(pipe.reader(), answer);
  });
  sweep([](std::string& answer) {
    auto const keep = [&](char const* data, std::size_t size) {
      answer.append(data, size);
      return size;
    };
    rill::ring_writer out(100, keep);
    rill::print(out, word);
    out.flush();
  });
  sweep([](std::string& answer) {
    answer = "none";
    rill::locked<rill::file_writer> out("/dev/null");
    rill::print(out, word);
  });
}
