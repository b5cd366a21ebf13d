// rill/binary/records_body.h: finds records, skips damage, truncates torn ends.
//
// Layer 6. The bodies of records.h. Tests: test/binary/record_test.cpp,
// test/binary/records_test.cpp.
#ifndef RILL_BINARY_RECORDS_BODY_H
#define RILL_BINARY_RECORDS_BODY_H

#include "records.h"

#include "../hash/crc.h"
#include "../memory/find_byte.h"

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE_STRUCTOR sealed_record::sealed_record(record_kind kind,
                                                put_function put,
                                                void const* values) {
  char const room[record_head_size] = {};
  whole_.write(room, sizeof room);
  put_or_raise(whole_, put, values);
  text const payload = {whole_.bytes().data + record_head_size,
                        whole_.bytes().size - record_head_size};
  std::uint64_t const length = payload.size;
  char sum[record_sum_size];
  store_plainly(sum, crc32c::of(payload));
  whole_.write(sum, sizeof sum);
  // The writer's memory. Taken only now, because write() may move it.
  char* const begin = const_cast<char*>(whole_.bytes().data);
  char* at = copy_bytes(begin, record_magic, sizeof record_magic);
  *at++ = static_cast<char>(record_version);
  *at++ = static_cast<char>(kind.format);
  *at++ = 0;
  *at++ = 0;
  at = store_plainly(at, kind.shape);
  at = store_plainly(at, length);
  store_plainly(at, crc32c::of(text(begin, record_sum_at)));
}

struct record_finder::head {
  explicit head(text bytes) noexcept {
    while (magic < smaller(bytes.size, sizeof record_magic) &&
           bytes.data[magic] == record_magic[magic])
      ++magic;
    if (magic != sizeof record_magic || bytes.size < record_head_size) return;
    std::uint32_t sum = 0;
    load_plainly(bytes.data + record_sum_at, sum);
    is_right = sum == crc32c::of(text(bytes.data, record_sum_at));
    version = static_cast<unsigned char>(bytes.data[4]);
    format = static_cast<unsigned char>(bytes.data[5]);
    load_plainly(bytes.data + 8, shape);
    load_plainly(bytes.data + 12, length);
  }

  // Whether the bytes of the magic number are right, as far as they are there,
  // except for zeros. A power cut can leave zeros in the place of sectors.
  static bool is_torn(text bytes) noexcept {
    std::size_t const size = smaller(bytes.size, sizeof record_magic);
    for (std::size_t at = 0; at != size; ++at)
      if (bytes.data[at] != record_magic[at] && bytes.data[at] != 0)
        return false;
    return true;
  }

  std::size_t magic = 0;  // how many of its bytes match
  bool is_right = false;
  unsigned char version = 0;
  unsigned char format = 0;
  std::uint32_t shape = 0;
  std::uint64_t length = 0;
};

// An error of the device has precedence over one of the data.
RILL_CORE bool record_finder::fail(reader const& in, binary_problem problem,
                                   unsigned long long value) {
  source_position const at = source_of(in);
  if (in.error()) {
    failure_ = rill::error(in.error(), "read", at.name, at.reason);
    return false;
  }
  error_text_builder words;
  if (problem == binary_problem::too_much_memory) {
    words.add("a record of ");
    words.add(value);
    words.add(" bytes exceeds the limit of ");
    words.add(memory_);
  } else if (problem == binary_problem::cut) {
    words.add(value == 0 ? "there is no further record"
                         : "the record is incomplete");
  } else {
    words.add(binary_problem_text(static_cast<int>(problem)));
  }
  words.add(", at byte ");
  words.add(offset_);
  failure_ = rill::error(
      error_code(error_source::binary, static_cast<int>(problem)),
      "read record", at.name, words.is_whole() ? words.so_far() : text());
  return false;
}

RILL_CORE rill::error record_finder::in_record(reader const& in,
                                               rill::error const& why) const {
  error_text_builder words;
  words.add("in the record at byte ");
  words.add(offset_);
  words.add(": ");
  words.add(why.reason());
  return rill::error(why.code(), "read record", source_of(in).name,
                     words.is_whole() ? words.so_far() : text());
}

// Whether this program can read the record. A failure here is not damage.
RILL_CORE bool record_finder::accept(reader const& in, head const& found) {
  if (found.version != record_version)
    return fail(in, binary_problem::other_version);
  if (kind_ && (found.format != kind_->format || found.shape != kind_->shape))
    return fail(in, binary_problem::other_shape);
  constexpr std::size_t frame = record_head_size + record_sum_size;
  if (found.length > memory_ || found.length > ~std::size_t{0} / 2 - frame)
    return fail(in, binary_problem::too_much_memory, found.length);
  return true;
}

RILL_CORE bool record_finder::find(reader& in, text& payload) {
  while (!failure_) {
    text const first = in.peek(record_head_size);
    if (first.size < record_head_size && in.error())
      return fail(in, binary_problem::cut, first.size);
    if (first.size == 0)
      return mode_ == mode::single && fail(in, binary_problem::cut);
    head const found(first);
    // The bytes of a damaged header: all of it if the magic number is right,
    // otherwise those of the magic number that match.
    std::size_t extent =
        found.magic == sizeof record_magic ? record_head_size : found.magic;
    auto problem = found.magic == sizeof record_magic
                       ? binary_problem::bad_checksum
                       : binary_problem::not_a_record;
    if (found.is_right) {
      if (!accept(in, found)) return false;
      auto const length = static_cast<std::size_t>(found.length);
      extent = record_head_size + length + record_sum_size;
      text const whole = in.peek(extent);
      if (whole.size == extent) {
        payload = {whole.data + record_head_size, length};
        std::uint32_t sum = 0;
        load_plainly(payload.end(), sum);
        size_ = extent;
        if (sum == crc32c::of(payload)) return true;
      } else {
        problem = binary_problem::cut;
      }
    }
    if (mode_ == mode::single && first.size < record_head_size &&
        found.magic == smaller(first.size, sizeof record_magic))
      problem = binary_problem::cut;
    if (!pass_damage(in, extent, found.is_right, problem)) return false;
  }
  return false;
}

// Handles damage in the `extent` bytes from the cursor, which are in memory as
// far as the input has them. Returns whether the cursor is at a header again.
RILL_CORE bool record_finder::pass_damage(reader& in, std::size_t extent,
                                          bool has_length,
                                          binary_problem problem) {
  if (in.error() || mode_ == mode::single) return fail(in, problem, 1);
  if (mode_ == mode::strict) {
    // ends_torn() moves the cursor; the error is about this place.
    unsigned long long const offset = offset_;
    is_torn_ = ends_torn(in, has_length ? extent : 0);
    offset_ = offset;
    return !is_torn_ && fail(in, problem);
  }
  if (has_length) {
    // Hostile input can have headers of long records nested in each other.
    // Checking all their payloads would take quadratic time.
    wasted_ += extent;
    if (wasted_ / most_wasted > offset_ + extent) return fail(in, problem);
    // If a valid header follows the payload, the length is right. Then skip the
    // whole record, because its payload could contain records.
    text const more = in.peek(extent + record_head_size);
    if (more.size == extent + record_head_size &&
        head({more.data + extent, record_head_size}).is_right) {
      skipped_ += extent;
      move(in, extent);
      return true;
    }
  }
  return search(in);
}

// Whether the damage is the torn end of a log: it begins as a record, and no
// record follows it. A record whose length is known has `extent` bytes, which
// can contain records; otherwise `extent` is 0.
RILL_CORE bool record_finder::ends_torn(reader& in, std::size_t extent) {
  if (!head::is_torn(in.peek(sizeof record_magic))) return false;
  // Zeros at the beginning of a file are no sign of a log.
  bool const can_be_log = offset_ != 0 || *in.cursor() != 0;
  move(in, smaller(extent, in.available()));
  return (can_be_log ? !next_head(in) : has_zeros_only(in)) && !in.error();
}

RILL_CORE bool record_finder::has_zeros_only(reader& in) {
  while (in.peek(1).size != 0) {
    if (*in.cursor() != 0) return false;
    move(in, 1);
  }
  return true;
}

// Searches for the next valid header after the byte at the cursor.
RILL_CORE bool record_finder::search(reader& in) {
  unsigned long long const from = offset_;
  move(in, 1);
  if (next_head(in)) {
    skipped_ += offset_ - from;
    return true;
  }
  if (in.error()) return fail(in, binary_problem::cut, in.available());
  is_torn_ = true;
  in.advance_to(in.end());
  return false;
}

// Moves to the next valid header, from the cursor on. Returns false without one
// before the end of the input, or an error.
RILL_CORE bool record_finder::next_head(reader& in) {
  for (;;) {
    if (in.peek(record_head_size).size < record_head_size) return false;
    char const* const last = in.end() - (record_head_size - 1);
    char const* const found = find_byte(in.cursor(), last, record_magic[0]);
    move(in, static_cast<std::size_t>(found - in.cursor()));
    if (found == last) continue;
    if (head({found, record_head_size}).is_right) return true;
    move(in, 1);
  }
}

RILL_CORE void record_finder::move(reader& in, std::size_t size) noexcept {
  in.advance_to(in.cursor() + size);
  offset_ += size;
}

[[gnu::noinline]] RILL_CORE bool get_record(reader& in, record_finder& finder,
                                            binary_limits const& limits,
                                            get_function get, void* value,
                                            error& why) {
  text payload;
  if (!finder.find(in, payload)) {
    why = finder.failure();
    return false;
  }
  why = get_whole(payload, limits, get, value);
  if (RILL_UNLIKELY(bool(why))) {
    why = finder.in_record(in, why);
    return false;
  }
  finder.take(in);
  return true;
}

[[gnu::noinline]] RILL_CORE error get_single_record(reader& in,
                                                    record_kind const& kind,
                                                    binary_limits const& limits,
                                                    get_function get,
                                                    void* value) {
  record_finder finder(&kind, limits.memory, record_finder::mode::single);
  error why;
  (void)get_record(in, finder, limits, get, value, why);
  return why;
}

RILL_CORE void record_finder::take(reader& in) noexcept {
  move(in, size_);
  good_ = offset_;
}

}  // namespace detail

#if RILL_HOSTED
RILL_CORE result<unsigned long long> try_repair_records(path_view path,
                                                        binary_limits limits) {
  auto log = file::try_update(path, {.create = true});
  if (!log) return log.error();
  file_view const view = *log;
  file_reader in(static_cast<file&&>(*log));
  detail::record_finder finder(nullptr, limits.memory,
                               detail::record_finder::mode::strict);
  text payload;
  while (finder.find(in, payload)) finder.take(in);
  if (finder.failure()) return finder.failure();
  if (finder.torn()) {
    auto const size = static_cast<long long>(finder.good_size());
    if (auto cut = view.try_truncate(size); !cut) return cut.error();
  }
  return finder.good_size();
}
#endif

}  // namespace rill::inline RILL_BUILD

#endif
