// test/support/chunked.h: what a read gives for one input in memory and in
// chunks. The reader of chunks has the name, the lines and the columns of
// rill::from(text), so that errors are compared to the last byte.
#ifndef RILL_TEST_SUPPORT_CHUNKED_H
#define RILL_TEST_SUPPORT_CHUNKED_H

#include <rill/stream/memory_reader.h>
#include <rill/stream/read_buffer.h>
#include <string.h>  // memcpy

#include <optional>
#include <string>
#include <string_view>

namespace rill_test {

// Gives at most `chunk` bytes a call.
class chunked_reader : public rill::detail::buffered_reader {
 public:
  chunked_reader(std::string_view text, std::size_t chunk,
                 std::size_t buffer_size)
      : buffered_reader(device, buffer_size), rest_(text), chunk_(chunk) {}

 private:
  static bool fill(reader& base) {
    auto& self = static_cast<chunked_reader&>(base);
    self.make_counted_room();
    std::size_t const size = rill::detail::smaller(
        rill::detail::smaller(self.chunk_, self.room_size()),
        self.rest_.size());
    if (size != 0) memcpy(self.room_begin(), self.rest_.data(), size);
    self.rest_.remove_prefix(size);
    self.add(size);
    return size != 0;
  }
  static rill::source_position locate_chunk(reader const& base) {
    auto at = static_cast<chunked_reader const&>(base).position_;
    at.name = "text";
    return at;
  }
  static rill::source_position place_in_chunk(reader const& base,
                                              char const* place) {
    auto const& self = static_cast<chunked_reader const&>(base);
    return rill::detail::count_on(self.memo_, locate_chunk(base), base, place);
  }
  static constexpr rill::reader_device device{fill, locate_chunk,
                                              place_in_chunk};

  std::string_view rest_;
  std::size_t chunk_;
};

// Code, place and sentence of an error. The line that the sentence ends with is
// compared up to the place: behind it, it has what is in memory.
inline std::string told(rill::error const& reason) {
  if (!reason) return "no error";
  rill::error_code const code = reason.code();
  std::string all = std::to_string(static_cast<int>(code.source)) + ' ' +
                    std::to_string(code.number) + " at " +
                    std::to_string(reason.line()) + ':' +
                    std::to_string(reason.column()) + '+' +
                    std::to_string(reason.offset()) + '\n';
  std::string_view const what = reason.what();
  return all += what.substr(0, what.find('\n'));
}

// Calls read(reader&), which returns what it read and told() of its error as a
// text. Returns the texts of memory and of the first chunking that differs.
struct chunk_difference {
  std::string whole;
  std::string chunked;
  std::size_t chunk;
};
template <class Read>
std::optional<chunk_difference> find_chunk_difference(std::string_view text,
                                                      Read read) {
  rill::memory_reader memory(text.data(), text.size());
  std::string const whole = read(static_cast<rill::reader&>(memory));
  for (std::size_t const buffer : {16u, 4096u})
    for (std::size_t const chunk : {1u, 3u, 16u}) {
      chunked_reader in(text, chunk, buffer);
      std::string const other = read(static_cast<rill::reader&>(in));
      if (other != whole) return chunk_difference{whole, other, chunk};
    }
  return {};
}

}  // namespace rill_test

#endif
