// test/support/coder_runs.h: runs the encoder and the decoder of a compressed
// format, with pieces of input and of output space of chosen sizes.
//
// Each step gets heap blocks of exactly its size. A sanitizer thus reports an
// access one byte beyond them, and use of memory that a coder kept from an
// earlier step.
#ifndef RILL_TEST_SUPPORT_CODER_RUNS_H
#define RILL_TEST_SUPPORT_CODER_RUNS_H

#include <doctest/doctest.h>
#include <rill/compression/coder.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <random>
#include <string>

namespace rill_test {

using rill::detail::coder;
using rill::detail::coder_goal;
using rill::detail::coder_outcome;
using rill::detail::coder_step;

using sizes = std::initializer_list<std::size_t>;
inline constexpr std::size_t piece_sizes[] = {1, 2, 3, 7, 16, 1000, 65536};

// The result of a run.
struct coder_run {
  std::string bytes;        // the output
  std::size_t read = 0;     // consumed bytes of the input
  std::size_t members = 0;  // complete ones
  rill::error_code error = {};
  std::string reason;
  bool is_stuck = false;   // a step with input and space moved no byte
  bool is_at_end = false;  // of a member
};

// Makes one step with at most `in_piece` bytes of input and `room` bytes of
// output. Returns the coder's result.
inline coder_step step_once(coder& work, rill::text in, std::size_t in_piece,
                            std::size_t room, coder_goal goal, coder_run& run) {
  std::size_t const size = std::min(in.size, in_piece);
  std::unique_ptr<char[]> const from(new char[size]);
  std::unique_ptr<char[]> const to(new char[room]);
  if (size != 0) std::memcpy(from.get(), in.data, size);
  // The coder reaches the goal only with the last bytes of the input.
  coder_goal const own = size == in.size ? goal : coder_goal::go_on;
  coder_step const done = work.step({from.get(), size}, to.get(), room, own);
  bool const is_ours = done.read <= size && done.written <= room;
  if (!is_ours) FAIL("more bytes than there were");
  run.bytes.append(to.get(), done.written);
  run.read += done.read;
  if (done.outcome == coder_outcome::failed) {
    run.error = done.error;
    run.reason = done.reason ? done.reason : "";
  }
  bool const has_moved = done.read + done.written != 0;
  bool const has_work = size != 0 || own != coder_goal::go_on;
  if (!has_moved && has_work && done.outcome == coder_outcome::going)
    run.is_stuck = true;
  return done;
}

// Passes a whole text to an encoder until it reaches the goal. Returns false on
// failure.
inline bool encode_on(coder& work, rill::text in, std::size_t in_piece,
                      std::size_t room, coder_goal goal, coder_run& run) {
  for (;;) {
    coder_step const done = step_once(work, in, in_piece, room, goal, run);
    if (done.outcome == coder_outcome::failed || run.is_stuck) return false;
    in = {in.data + done.read, in.size - done.read};
    if (done.outcome == coder_outcome::done) {
      CHECK(goal != coder_goal::go_on);
      return in.size == 0;
    }
    if (goal == coder_goal::go_on && in.size == 0) return true;
  }
}

// Encodes one member.
inline coder_run encode(rill::compression const& which, rill::text plain,
                        std::size_t in_piece = 65536,
                        std::size_t room = 65536) {
  coder_run run;
  rill::result<coder> work = coder::encoder(which);
  if (!work) {
    run.error = work.error().code();
    run.reason = std::string(work.error().reason());
    return run;
  }
  bool const is_done =
      encode_on(*work, plain, in_piece, room, coder_goal::finish, run);
  CHECK((is_done || run.error));
  run.is_at_end = is_done;
  return run;
}

// Decodes all members at the beginning of a text. A truncated member is no
// error here; is_at_end is false then.
inline coder_run decode(rill::compression const& which, rill::text packed,
                        std::size_t in_piece = 65536,
                        std::size_t room = 65536) {
  coder_run run;
  rill::result<coder> work = coder::decoder(which);
  if (!work) {
    run.error = work.error().code();
    run.reason = std::string(work.error().reason());
    return run;
  }
  run.is_at_end = true;
  for (;;) {
    rill::text const in(packed.data + run.read, packed.size - run.read);
    if (run.is_at_end && in.size == 0) return run;
    coder_step const done =
        step_once(*work, in, in_piece, room, coder_goal::go_on, run);
    if (done.outcome == coder_outcome::failed || run.is_stuck) {
      run.is_at_end = false;
      return run;
    }
    run.is_at_end = done.outcome == coder_outcome::done;
    if (run.is_at_end) {
      ++run.members;
      CHECK(work->restart().outcome != coder_outcome::failed);
    } else if (in.size == 0 && done.written == 0) {
      return run;
    }
  }
}

// True when decoding returns the text for every size of pieces.
inline bool comes_back(rill::compression const& which, rill::text plain,
                       std::size_t smallest = 1) {
  std::string const wanted(plain);
  for (std::size_t const in_piece : piece_sizes)
    for (std::size_t const room : piece_sizes) {
      if (in_piece < smallest || room < smallest) continue;
      CAPTURE(in_piece);
      CAPTURE(room);
      coder_run const packed = encode(which, plain, in_piece, room);
      coder_run const back = decode(which, packed.bytes, in_piece, room);
      bool const is_same = packed.is_at_end && back.is_at_end &&
                           back.members == 1 && back.bytes == wanted;
      CHECK(is_same);
      if (!is_same) return false;
    }
  return true;
}

// A text like a log, of at least this size.
inline std::string log_text(std::size_t size, unsigned seed = 1) {
  std::minstd_rand random(seed);
  std::string made;
  while (made.size() < size)
    made += "2026-11-23 12:00:00.123 [INFO] request " +
            std::to_string(random() % 1000000) + " took " +
            std::to_string(random() % 5000) + " us\n";
  return made;
}
inline std::string random_bytes(std::size_t size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::string made(size, '\0');
  for (char& byte : made) byte = static_cast<char>(random());
  return made;
}

// Input that is truncated anywhere gives a prefix of the text, and no error.
inline void check_cuts(rill::compression const& which,
                       std::string const& packed, std::string const& plain) {
  for (std::size_t size = 0; size != packed.size(); ++size) {
    CAPTURE(size);
    coder_run const run = decode(which, {packed.data(), size});
    bool const is_right = !run.error && run.is_at_end == (size == 0) &&
                          plain.compare(0, run.bytes.size(), run.bytes) == 0;
    if (!is_right) CHECK(is_right);
  }
}

// Flips one bit at a time: the result is an error, a missing end, or the same
// bytes. Returns how many flips did not give the same bytes.
inline int check_flips(rill::compression const& which,
                       std::string const& packed, std::string const& plain,
                       int count) {
  std::mt19937 random(7);
  int found = 0;
  for (int i = 0; i != count; ++i) {
    std::string damaged = packed;
    std::size_t const bit = random() % (packed.size() * 8);
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    CAPTURE(bit);
    coder_run const run = decode(which, damaged);
    bool const is_whole = !run.error && run.is_at_end;
    if (is_whole && run.bytes != plain) CHECK(run.bytes == plain);
    if (run.is_stuck) CHECK(!run.is_stuck);
    if (!is_whole) ++found;
  }
  return found;
}

// Bytes written before a flush can be decoded, with output space of any size.
inline void check_flushes(rill::compression const& which) {
  for (std::size_t const room : piece_sizes) {
    CAPTURE(room);
    rill::result<coder> work = coder::encoder(which);
    REQUIRE(work);
    coder_run packed;
    std::string plain;
    for (unsigned i = 0; i != 20; ++i) {
      std::string const more = i == 7 ? "" : log_text(i * i * 50 + 1, i);
      plain += more;
      CHECK(encode_on(*work, more, 65536, room, coder_goal::flush, packed));
      coder_run const back = decode(which, packed.bytes);
      CHECK(back.bytes == plain);
      CHECK((!back.error && !back.is_at_end));
    }
    CHECK(encode_on(*work, {}, 1, room, coder_goal::finish, packed));
    coder_run const back = decode(which, packed.bytes);
    CHECK((back.is_at_end && back.bytes == plain));
  }
}

// Steps that cannot make progress are no error, however many there are.
inline void check_idle_steps(rill::compression const& which) {
  std::string const plain = log_text(100000);
  std::string const packed = encode(which, plain).bytes;
  std::size_t const half = packed.size() / 2;
  rill::result<coder> work = coder::decoder(which);
  REQUIRE(work);
  coder_run run;
  auto const idle = [&](rill::text in, std::size_t room) {
    for (int i = 0; i != 100; ++i) {
      coder_step const step =
          step_once(*work, in, in.size, room, coder_goal::go_on, run);
      if (step.outcome != coder_outcome::going || step.read > in.size)
        CHECK(step.outcome == coder_outcome::going);
      in = {in.data + step.read, in.size - step.read};
    }
    return in;
  };
  idle({}, 0);
  idle({}, 100);
  rill::text rest = idle({packed.data(), half}, 0);
  while (rest.size != 0) rest = idle(rest, 1000);
  idle({}, 100000);  // the decoder still holds output
  idle({}, 100);
  idle({}, 0);
  coder_step step;
  rest = {packed.data() + half, packed.size() - half};
  while (step.outcome == coder_outcome::going) {
    step = step_once(*work, rest, rest.size, 65536, coder_goal::go_on, run);
    rest = {rest.data + step.read, rest.size - step.read};
  }
  CHECK(step.outcome == coder_outcome::done);
  CHECK(run.bytes == plain);
}

}  // namespace rill_test

#endif
