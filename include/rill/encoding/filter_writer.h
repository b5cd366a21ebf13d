// rill/encoding/filter_writer.h: a writer that converts its bytes and passes
// them to another writer, or to a file that it owns.
//
// Layer 4. The part of encoded_writer and compressed_writer that does not
// depend on the change: errors, flush(), sync() and close(). Tests:
// test/encoding/encoded_writer_test.cpp.
#ifndef RILL_ENCODING_FILTER_WRITER_H
#define RILL_ENCODING_FILTER_WRITER_H

#include <new>  // placement new

#include "../memory/storage.h"
#include "../stream/file_writer.h"
#include "../stream/reporting_writer.h"

// The target of a filter_writer: another writer, or a file that it owns.

namespace rill::inline RILL_BUILD::detail {

class encoded_target {
 public:
  explicit encoded_target(writer& behind) noexcept : behind_(&behind) {}
  // The file_writer writes whole blocks, not lines; the encoded_writer splits
  // the text into lines and characters.
  encoded_target(rill::file file, std::size_t block_size)
      : appends_(os::is_appending(file.native_handle())) {
    storage block(block_size);
    ::new (static_cast<void*>(&own_))
        file_writer(static_cast<rill::file&&>(file),
                    static_cast<storage&&>(block), writing::by_block);
  }
  encoded_target(encoded_target&& other) noexcept
      : behind_(other.behind_), appends_(other.appends_) {
    if (!behind_)
      ::new (static_cast<void*>(&own_))
          file_writer(static_cast<file_writer&&>(other.own_));
  }
  encoded_target& operator=(encoded_target&& other) noexcept {
    return remake(*this, static_cast<encoded_target&&>(other));
  }
  ~encoded_target() {
    if (!behind_) own_.~file_writer();
  }

  writer& out() noexcept { return behind_ ? *behind_ : own_; }
  /// The owned file; null if the target is another writer.
  file_writer* file() noexcept { return behind_ ? nullptr : &own_; }
  file_writer const* file() const noexcept { return behind_ ? nullptr : &own_; }
  /// True for a file opened for appending.
  bool appends() const noexcept { return appends_; }
  /// True if the text continues in a file that is not empty.
  bool has_beginning() const noexcept {
    return appends_ && os::status(own_.file().native_handle()).size != 0;
  }

 private:
  writer* behind_ = nullptr;
  bool appends_ = false;
  union {
    file_writer own_;
  };
};

class filter_writer;

// The conversion, and the name of its bytes in errors.
struct filter_kind {
  // Moves all bytes in the buffer to the target; with is_last, also the end of
  // the data. Errors are kept in the writer, or thrown by the target.
  void (*move_on)(filter_writer&, bool is_last);
  char const* name;  // "encoded text"
};

class filter_writer : public reporting_writer, protected open_writer {
 public:
  /// Passes on all bytes, and returns the error of this or of an earlier call.
  result<void> try_flush();
  void flush() { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes. Over another writer,
  /// only flushes.
  result<void> try_sync();
  void sync() { try_sync().value(); }

  /// Ends the output, flushes, and closes the file, if it owns one. Bytes that
  /// could not be written are dropped.
  result<void> try_close();
  void close() { try_close().value(); }

 protected:
  filter_writer(writer_device const& device, filter_kind const& kind,
                encoded_target target) noexcept
      : reporting_writer(device, nullptr, 0, kind.name),
        open_writer(finish_at_end),
        kind_(&kind),
        target_(static_cast<encoded_target&&>(target)) {}
  filter_writer(filter_writer&& other) noexcept
      : reporting_writer(static_cast<reporting_writer&&>(other)),
        open_writer(other, finish_at_end),
        kind_(other.kind_),
        target_(static_cast<encoded_target&&>(other.target_)),
        is_target_failed_(other.is_target_failed_) {}
  ~filter_writer() = default;

  // For the destructor of the derived class. Does not flush an underlying
  // writer, which may be used afterwards.
  void close_or_report() noexcept;

  // The bytes in the buffer.
  std::size_t buffered() const noexcept {
    return static_cast<std::size_t>(cursor_ - begin_);
  }

  void flush_all(bool is_last);
  // Flushes the target, also after text that cannot be converted, so that the
  // text before it is written. Does nothing if the target failed, or after
  // close(), because the target may no longer exist.
  void flush_target();

  void keep_target(rill::error const& reason) noexcept;
  void keep_target(result<void> const& done) noexcept {
    if (!done) keep_target(done.error());
  }
  // Clears the error. If the writer is closed, does nothing and returns false.
  bool forget_error() noexcept;

  // Calls the target. What it throws also becomes the error of this writer, and
  // propagates; an error that it sets without throwing is kept.
  template <class Use>
  void use_target(Use use) {
    own();
    struct failed_target {
      filter_writer& self;
      bool has_returned = false;
      ~failed_target() { self.is_target_failed_ |= !has_returned; }
    } target{*this};
    run(use);
    target.has_returned = true;
    error_code const code = target_.out().error();
    if (code) keep_target(rill::error(code, "write", kind_->name));
  }

  encoded_target& target() noexcept { return target_; }
  encoded_target const& target() const noexcept { return target_; }

 private:
  // The end of the program: ends and writes the output, as the destructor does.
  static void finish_at_end(open_writer& entry, bool is_ours) noexcept;

  filter_kind const* kind_;
  encoded_target target_;
  bool is_target_failed_ = false;  // the error is of the target
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "filter_writer_body.h"
#endif

#endif
