// rill/cstdio/c_stream_reader_body.h: the bodies of c_stream_reader.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_CSTDIO_C_STREAM_READER_BODY_H
#define RILL_CSTDIO_C_STREAM_READER_BODY_H

#include "c_stream_reader.h"

#include "../os/error.h"
#include "../unicode/wide_units.h"

namespace rill::inline RILL_BUILD {
namespace RILL_OF_THIS_MODULE detail {

RILL_CORE bool is_person_at_input() {
  if constexpr (libc::refill_is_a_call) {
    return os::is_terminal(libc::handle_of(stdin));
  } else {
    static bool const answer = os::is_terminal(libc::handle_of(stdin));
    return answer;
  }
}

[[gnu::cold]] RILL_CORE void return_standard_input() {
  FILE* const stream = stdin;
  if (stream != first_standard_input || !os::try_lock_stream(stream)) return;
  os::native_handle const handle = libc::handle_of(stream);
  if (standard_output.is_child) {
    libc::forget_pending(stream);
  } else if (offset_in_file(handle) >= 0) {
    if (finish_reading) finish_reading();
    long long const next = os::offset_of_stream(stream);
    if (!libc::refill_is_a_call) {
      (void)::fflush(stream);
    } else if (next >= 0) {
      (void)os::seek(handle, next, os::from_start);
      libc::forget_pending(stream);
    }
  }
  os::unlock_stream(stream);
}

[[gnu::cold]] RILL_CORE void buffer_standard_input(bool is_person) {
  os::buffering const wanted = os::wanted_buffering("RILL_STDIN", "_STDBUF_I");
  bool const is_said = wanted.mode == os::buffer_mode::none || wanted.size != 0;
  if (!is_said && is_person) return;
  buffer_c_stream(stdin, wanted, memory_of_input, sizeof standard_input_buffer);
}

[[gnu::cold]] RILL_CORE void prepare_standard_input() {
  bool const is_person = is_person_at_input();
  if (is_person) drain_standard_streams();
  bool const is_first = !first_standard_input;
  if (libc::is_fresh(stdin) && (is_first || stdin == first_standard_input))
    buffer_standard_input(is_person);
  if (!is_first) return;
  register_endings_once();
  standard_output.return_input = return_standard_input;
  first_standard_input = stdin;
}

}  // namespace RILL_OF_THIS_MODULE detail

namespace detail {

RILL_CORE counted_file counted_files::before(os::device_status const& file,
                                             long long offset) noexcept {
  counted_file best;
  best.device = file.device;
  best.inode = file.inode;
  best.size = file.size;
  best.changed = file.changed;
  taken const held(*this);
  if (!held) return best;
  for (counted_file const& one : all_)
    if (one.used != 0 && is_same(one, best) && one.offset <= offset &&
        one.offset >= best.offset)
      best = one;
  return best;
}

RILL_CORE void counted_files::keep(counted_file const& now,
                                   counted_file const& from) noexcept {
  taken const held(*this);
  if (!held) return;
  counted_file* to = &all_[0];
  for (counted_file& one : all_) {
    if (one.used < to->used) to = &one;
    if (from.used != 0 && one.used == from.used) {
      to = &one;
      break;
    }
  }
  *to = now;
  to->used = ++uses_;
}

RILL_CORE bool counted_files::is_same(counted_file const& a,
                                      counted_file const& b) noexcept {
  return a.device == b.device && a.inode == b.inode && a.size == b.size &&
         a.changed == b.changed;
}

RILL_CORE bool tells_changes(os::device_status const& file,
                             unsigned long long now) noexcept {
  constexpr unsigned long long second = 1'000'000'000;
  unsigned long long const tick =
      file.changed % second == 0 ? 2 * second : second / 50;
  return file.changed != 0 && file.changed + tick < now;
}

[[gnu::cold, gnu::noinline]] RILL_CORE void keep_last_bytes(
    char (&last)[16], std::size_t& held, text read) noexcept {
  std::size_t const fresh = smaller(read.size, sizeof last);
  std::size_t const old = smaller(held, sizeof last - fresh);
  __builtin_memmove(last, last + (held - old), old);
  copy_bytes(last + old, read.data + (read.size - fresh), fresh);
  held = old + fresh;
}

RILL_CORE bool count_between(os::native_handle handle, counted_file const& from,
                             counted_file& to) noexcept {
  auto before = static_cast<std::size_t>(
      smaller(from.offset, static_cast<long long>(sizeof from.last)));
  source_position at;
  at.line = from.line;
  at.column = from.column;
  std::size_t held = 0;
  char chunk[counted_chunk];
  for (long long done = from.offset - static_cast<long long>(before);
       done < to.offset; before = 0) {
    auto const want = static_cast<std::size_t>(
        smaller(to.offset - done, static_cast<long long>(sizeof chunk)));
    if (os::read_all_at(handle, chunk, want, done).moved != want) return false;
    if (__builtin_memcmp(chunk, from.last, before) != 0) return false;
    count_lines(at, {chunk + before, want - before});
    keep_last_bytes(to.last, held, {chunk, want});
    done += static_cast<long long>(want);
  }
  to.line = at.line;
  to.column = at.column;
  return true;
}

[[gnu::cold, gnu::noinline]] RILL_CORE source_position
position_in_known_file(dated_file const& file, long long offset) {
  counted_file const from = known_files.before(file.status, offset);
  counted_file to = from;
  to.offset = offset;
  source_position at;
  bool const is_known = from.used != 0 && count_between(file.handle, from, to);
  if (!is_known && !count_between(file.handle, {}, to)) {
    at.line = 0;
    return at;
  }
  at.line = to.line;
  at.column = to.column;
  if (tells_changes(file.status, file.now)) known_files.keep(to, from);
  return at;
}

RILL_CORE_STRUCTOR c_stream_reader::~c_stream_reader() {
  finish();
  if (is_at_input_) end_at_input();
}

RILL_CORE void c_stream_reader::finish() {
  if (is_wide_) return give_back_wide();
  if (!joined_) {
    libc::taken_up_to(stream_, state_, cursor_);
    return;
  }
  // The block is [head | copy of the stream's bytes]. If parsing ended inside
  // the head, gives the rest of the head back to the stream byte by byte.
  char const* const copied = block_.data() + head_;
  char const* const start = libc::readable(stream_, state_).cursor;
  if (cursor_ >= copied) {
    libc::taken_up_to(stream_, state_, start + (cursor_ - copied));
  } else {
    libc::taken_up_to(stream_, state_, start);
    for (char const* at = copied; at != cursor_;)
      libc::give_back(stream_, *--at);
  }
  joined_ = false;
  show_stream();
}

[[gnu::noinline]] RILL_CORE void c_stream_reader::begin_at_input() noexcept {
  is_at_input_ = true;
  outer_ = of_input_;
  of_input_ = this;
  finish_reading = [] {
    if (of_input_) of_input_->finish();
  };
}

[[gnu::noinline]] RILL_CORE void c_stream_reader::end_at_input() noexcept {
  c_stream_reader** at = &of_input_;
  while (*at != this) at = &(*at)->outer_;
  *at = outer_;
  if (!of_input_) finish_reading = nullptr;
}

RILL_CORE void c_stream_reader::show_stream() {
  libc::get_area const area = libc::readable(stream_, state_);
  begin_ = libc::shows_given_back(stream_) ? area.cursor : area.begin;
  cursor_ = area.cursor;
  end_ = area.end;
}

RILL_CORE bool c_stream_reader::fill_from_stream() {
  if (error_) return false;
  if (is_wide_) return add_wide();
  if (!joined_) return next_buffer();
  // Once the head is taken, the stream's own buffer has all unread bytes, and
  // perhaps more than the copy.
  if (cursor_ >= block_.data() + head_) {
    std::size_t const before = available();
    finish();
    return available() > before || next_buffer();
  }
  return extend_block();
}

RILL_CORE bool c_stream_reader::next_buffer() {
  std::size_t const unread = available();
  if (unread != 0) {
    if (block_.size() < unread + 64) block_ = storage(2 * unread + 512);
    copy_bytes(block_.data(), cursor_, unread);
  }
  libc::taken_up_to(stream_, state_, end_);
  pass_lines(unread);
  // Unwinding may leave refill(), with the stream's buffer reset. So no pointer
  // into that buffer remains here. The block has only the head, whose unread
  // bytes are given back later.
  join(unread);
  bool const done = refill();
  if (unread == 0) {
    joined_ = false;
    show_stream();
  } else if (done) {
    libc::get_area const area = libc::readable(stream_, state_);
    std::size_t const count =
        smaller(static_cast<std::size_t>(area.end - area.cursor),
                block_.size() - unread);
    end_ = copy_bytes(block_.data() + unread, area.cursor, count);
  }
  return done;
}

RILL_CORE bool c_stream_reader::extend_block() {
  auto const size = static_cast<std::size_t>(end_ - block_.data());
  std::size_t const copied = size - head_;
  auto const taken = static_cast<std::size_t>(cursor_ - block_.data());
  libc::get_area area = libc::readable(stream_, state_);
  if (area.cursor + copied == area.end) {
    libc::taken_up_to(stream_, state_, area.end);
    pass_lines(0);
    head_ = size;
    if (!refill()) return false;
    area = libc::readable(stream_, state_);
  }
  char const* const from = area.cursor + (size - head_);
  auto const left = static_cast<std::size_t>(area.end - from);
  if (size + left > block_.size())
    (void)block_.grow(2 * (size + left), {block_.data(), size});
  copy_bytes(block_.data() + size, from, left);
  begin_ = block_.data();
  cursor_ = begin_ + taken;
  end_ = begin_ + size + left;
  return true;
}

RILL_CORE void c_stream_reader::join(std::size_t head) noexcept {
  joined_ = true;
  head_ = head;
  begin_ = cursor_ = block_.data();
  end_ = begin_ + head;
}

RILL_CORE bool c_stream_reader::add_wide() {
  if (stream_ == stdin && begin_ == nullptr) prepare_standard_input();
  wint_t const unit = libc::read_wide_unit(stream_);
  if (unit == WEOF) {
    if (::ferror(stream_)) error_ = os::last_c_error();
    return false;
  }
  auto code_point = static_cast<char32_t>(unit);
  if constexpr (sizeof(wchar_t) == 2) {
    if (detail::is_lead_surrogate(code_point)) {
      wchar_t const pair[2] = {
          static_cast<wchar_t>(unit),
          static_cast<wchar_t>(libc::read_wide_unit(stream_))};
      code_point = decode_one(pair, pair + 2).code_point;
    }
  }
  make_wide_room();
  end_ = write_utf8(block_.data() + (end_ - begin_), code_point);
  return true;
}

RILL_CORE void c_stream_reader::make_wide_room() {
  auto const held = static_cast<std::size_t>(end_ - begin_);
  if (block_.size() >= held + utf8_size) return;
  std::size_t const unread = available();
  std::size_t const kept = smaller(held, unread + 64);
  (void)block_.grow(2 * kept + 256, {end_ - kept, kept});
  begin_ = block_.data();
  end_ = begin_ + kept;
  cursor_ = end_ - unread;
}

RILL_CORE void c_stream_reader::give_back_wide() {
  for (char const* last = end_; last != cursor_;) {
    char const* first = last - 1;
    while (first != cursor_ && (*first & 0xC0) == 0x80) --first;
    if ((*first & 0xC0) != 0x80) {
      wchar_t units[2];
      wchar_t const* unit =
          write_wide(units, decode_utf8(first, last).code_point);
      while (unit != units) libc::give_back_wide(stream_, *--unit);
    }
    last = first;
  }
  end_ = cursor_;
}

RILL_CORE bool c_stream_reader::refill() {
  if (stream_ == stdin) prepare_standard_input();
  if (libc::refill(stream_, state_)) return true;
  // An error indicator without errno may come from an earlier error: with
  // feof() it means the end. A wide stream, which gives no bytes, sets neither
  // indicator.
  if (::ferror(stream_)) error_ = os::last_c_error();
  if (!error_ && !::feof(stream_)) error_ = os::errors::invalid_argument;
  return false;
}

RILL_CORE void c_stream_reader::pass_lines(std::size_t unread) {
  if (stream_ != stdin) return;
  if (!standard_input.is_known) {
    standard_input.is_known = true;
    standard_input.is_file = offset_in_file(libc::handle_of(stdin)) >= 0;
  }
  if (standard_input.is_file) return;
  libc::get_area const area = libc::readable(stream_, state_);
  // Bytes that were given back were already counted in the buffer that they
  // came from.
  if (libc::shows_given_back(stream_)) {
    if (unread != 0)
      begin_head_at(place_of_given_back(area, area.end - unread));
    return;
  }
  source_position& at = standard_input.position;
  auto const size = static_cast<std::size_t>(area.end - area.begin);
  std::size_t const taken = size - smaller(size, unread);
  count_lines(at, libc::cut_off(stream_));
  count_lines(at, {area.begin, taken});
  if (unread != 0) begin_head_at(at);
  count_lines(at, {area.begin + taken, size - taken});
}

RILL_CORE void c_stream_reader::begin_head_at(
    source_position const& at) noexcept {
  memo_ = {};
  head_line_ = at.line;
  head_column_ = at.column;
}

RILL_CORE source_position c_stream_reader::place_of_given_back(
    libc::get_area const& area, char const* byte) const {
  text const cut = libc::cut_off(stream_);
  source_position at =
      standard_input.place({cut.begin(), cut.end(), cut.end()}, cut.end());
  text const behind{byte, static_cast<std::size_t>(area.end - byte)};
  std::size_t const lines = count_byte(behind.data, behind.size, '\n');
  at.line -= smaller<unsigned long long>(lines, at.line - 1);
  at.column =
      lines != 0 || at.column < behind.size ? 0 : at.column - behind.size;
  return at;
}

[[gnu::cold, gnu::noinline]] RILL_CORE source_position
c_stream_reader::place_here(char const* byte) const {
  source_position at;
  at.line = 0;
  if (!is_wide_) {
    dated_file const file(libc::handle_of(stream_));
    long long const offset =
        libc::end_offset(stream_, offset_in_file(file.handle, file.status));
    if (offset >= 0)
      at = position_in_known_file(file, offset - bytes_behind(byte));
    else if (stream_ == stdin && libc::knows_begin)
      at = place_in_pipe(byte);
  }
  at.name = name_here();
  return at;
}

RILL_CORE text c_stream_reader::name_here() const noexcept {
  return stream_ == stdin ? text("<stdin>") : name_;
}

RILL_CORE long long c_stream_reader::bytes_behind(char const* byte) const {
  libc::get_state state = state_;
  libc::get_area const area = libc::readable(stream_, state);
  if (!joined_) return area.end - byte;
  return area.end - area.cursor + static_cast<long long>(head_) -
         (byte - begin_);
}

RILL_CORE source_position
c_stream_reader::place_in_pipe(char const* byte) const {
  libc::get_state state = state_;
  libc::get_area const area = libc::readable(stream_, state);
  if (joined_) {
    source_position at;
    at.line = head_line_;
    at.column = head_column_;
    return count_on(memo_, at, *this, byte);
  }
  if (libc::shows_given_back(stream_)) return place_of_given_back(area, byte);
  text const cut = libc::cut_off(stream_);
  return standard_input.place(
      {cut.size != 0 ? cut.begin() : area.begin, cursor_, area.end}, byte);
}

RILL_CORE bool c_stream_reader::fill(reader& base) {
  return static_cast<c_stream_reader&>(base).fill_from_stream();
}

RILL_CORE source_position c_stream_reader::locate_stream(reader const& base) {
  auto& self = static_cast<c_stream_reader const&>(base);
  return self.place_here(self.begin_);
}

RILL_CORE source_position c_stream_reader::place_in_stream(reader const& base,
                                                           char const* byte) {
  return static_cast<c_stream_reader const&>(base).place_here(byte);
}

RILL_CORE text c_stream_reader::name_stream(reader const& base) {
  return static_cast<c_stream_reader const&>(base).name_here();
}

[[gnu::cold, gnu::noinline]] RILL_CORE void raise_null_stream() {
  raise(error(library_problem::no_stream, "read", null_stream_name));
}

RILL_CORE_STRUCTOR held_stream::~held_stream() {
  if (is_open_) open_.~locked_reader();
}

[[gnu::noinline]] RILL_CORE void held_stream::open() {
  if (!stream_) raise_null_stream();
  ::new (static_cast<void*>(&open_))
      locked_reader{stream_guard(stream_), c_stream_reader(stream_)};
  is_open_ = true;
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
