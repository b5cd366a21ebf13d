// rill/stream/borrowed.h: buffers over a file that is open and stays so.
//
// Floor 4. One buffer each, which is all that goes away with them. Tests:
// test/stream/borrowed_test.cpp.
#ifndef RILL_STREAM_BORROWED_H
#define RILL_STREAM_BORROWED_H

#include <concepts>  // std::same_as

#include "../memory/remake.h"
#include "file_reader.h"
#include "file_writer.h"

namespace rill::inline RILL_BUILD {

/// A file_writer over a file that another object or the program owns: the
/// destructor writes the buffer, and does not close. The file must be open
/// until then, and its name, for errors, must stay where it is.
///
/// Errors: as file_writer. The destructor hands an error that no call has told
/// to the lost-output handler.
/// Example:
///     rill::file file = rill::file::create("numbers.txt");
///     {
///       rill::borrowed_writer out(file);
///       for (int i = 0; i != 3; ++i) rill::print(out, i, ' ');
///     }
///     rill::println(file.position());
class borrowed_writer : public detail::view_writer {
 public:
  explicit borrowed_writer(file_view file,
                           std::size_t buffer_size = default_buffer_size)
      : view_writer(view_device, file, block_of(buffer_size)) {}
  /// What is likely to be typed, and its remedy.
  template <std::same_as<rill::file> File>
  explicit borrowed_writer(File&& file, std::size_t = 0)
      : borrowed_writer(file) {
    static_assert(detail::never<File>,
                  "rill: a temporary rill::file is closed before its borrower "
                  "writes: rill::file_writer takes it over");
  }

  borrowed_writer(borrowed_writer&&) noexcept = default;
  borrowed_writer& operator=(borrowed_writer&& other) noexcept {
    return detail::remake(*this, static_cast<borrowed_writer&&>(other));
  }
  ~borrowed_writer() {
    if (capacity_ == 0) return;  // moved from
    bool const is_known = is_told_;
    result<void> const flushed = try_flush();
    if (!flushed && !is_known) detail::on_lost_output(flushed.error());
  }
};

/// A file_reader over a file that another object or the program owns. The
/// destructor does not close, and gives the unread bytes of a regular file
/// back by a seek, unless the file stands elsewhere by then: the next reader
/// goes on behind the bytes that were taken. What was read ahead of a pipe is
/// gone.
///
/// Errors: as file_reader.
class borrowed_reader : public detail::view_reader {
 public:
  explicit borrowed_reader(file_view file,
                           std::size_t buffer_size = default_read_size)
      : view_reader(file, buffer_size) {}
  /// What is likely to be typed, and its remedy.
  template <std::same_as<rill::file> File>
  explicit borrowed_reader(File&& file, std::size_t = 0)
      : borrowed_reader(file) {
    static_assert(detail::never<File>,
                  "rill: a temporary rill::file is closed before its borrower "
                  "reads: rill::file_reader takes it over");
  }

  borrowed_reader(borrowed_reader&&) noexcept = default;
  borrowed_reader& operator=(borrowed_reader&& other) noexcept {
    return detail::remake(*this, static_cast<borrowed_reader&&>(other));
  }
  ~borrowed_reader() { give_back_unread(); }
};

}  // namespace rill::inline RILL_BUILD

#endif
