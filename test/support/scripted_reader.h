// test/support/scripted_reader.h: a reader whose device follows a script:
// pieces of chosen sizes, an error, an exception.
#ifndef RILL_TEST_SUPPORT_SCRIPTED_READER_H
#define RILL_TEST_SUPPORT_SCRIPTED_READER_H

#include <rill/os/output.h>
#include <rill/stream/read_buffer.h>
#include <string.h>  // memcpy

#include <functional>
#include <string>
#include <utility>  // std::move

namespace rill_test {

class scripted_reader : public rill::detail::buffered_reader {
 public:
  // Gets the index of the call (from 0) and the free size. Returns how many
  // bytes the call gives at most, or a negative errno.
  using rule = std::function<long(int call, std::size_t room)>;

  scripted_reader(std::string text, std::size_t buffer_size, rule how = {})
      : buffered_reader(device, buffer_size),
        text_(std::move(text)),
        how_(std::move(how)) {}

  int calls = 0;
  std::size_t largest_room = 0;

 private:
  static bool fill(reader& base) {
    auto& self = static_cast<scripted_reader&>(base);
    if (self.error_) return false;
    self.make_room();
    std::size_t const room = self.room_size();
    if (room > self.largest_room) self.largest_room = room;
    int const call = self.calls++;
    long const got =
        self.how_ ? self.how_(call, room) : static_cast<long>(room);
    if (got < 0) {
      self.error_ = rill::os::c_error(static_cast<int>(-got));
      return false;
    }
    auto count = static_cast<std::size_t>(got);
    if (count > room) count = room;
    if (count > self.text_.size() - self.given_)
      count = self.text_.size() - self.given_;
    memcpy(self.room_begin(), self.text_.data() + self.given_, count);
    self.given_ += count;
    self.add(count);
    return count != 0;
  }
  static rill::source_position locate_script(reader const&) {
    rill::source_position at;
    at.name = {"script", 6};
    at.line = 0;
    return at;
  }
  static constexpr rill::reader_device device{fill, locate_script};

  std::string text_;
  rule how_;
  std::size_t given_ = 0;
};

// One byte of the text at a time.
inline long one_byte(int, std::size_t) { return 1; }

// Gives at most `size` bytes per call, however much the reader asks for.
inline scripted_reader::rule at_most(std::size_t size) {
  return [=](int, std::size_t room) {
    return static_cast<long>(size < room ? size : room);
  };
}

// As many bytes as fit; one call fails.
inline scripted_reader::rule fails_at(int call, int number) {
  return [=](int now, std::size_t room) {
    return now == call ? -static_cast<long>(number) : static_cast<long>(room);
  };
}

}  // namespace rill_test

#endif
