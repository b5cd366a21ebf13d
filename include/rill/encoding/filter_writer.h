// rill/encoding/filter_writer.h: a writer whose bytes reach another writer, or
// a file of its own, in a changed form.
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

// Where an encoded_writer puts its bytes: the buffer of somebody's writer, or
// of a file of its own.

namespace rill::inline RILL_BUILD::detail {

class encoded_target {
 public:
  explicit encoded_target(writer& behind) noexcept : behind_(&behind) {}
  // A file's bytes are written as they are, whole characters at a time: what
  // a line is, the encoded_writer knows.
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
  /// Null over somebody's writer.
  file_writer* file() noexcept { return behind_ ? nullptr : &own_; }
  file_writer const* file() const noexcept { return behind_ ? nullptr : &own_; }
  /// A file that several may append to.
  bool appends() const noexcept { return appends_; }
  /// The same, with something in it: the beginning of the text is there.
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

// What a filter does, and what errors call its bytes.
struct filter_kind {
  // Moves all bytes in the buffer to the target; when is_last, also what ends
  // them. Errors are kept, or thrown by the target.
  void (*move_on)(filter_writer&, bool is_last);
  char const* name;  // "encoded text"
};

class filter_writer : public reporting_writer {
 public:
  /// Moves everything on, and returns what went wrong, now or before.
  result<void> try_flush();
  void flush() { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes; over another writer,
  /// flushes.
  result<void> try_sync();
  void sync() { try_sync().value(); }

  /// Finishes the output, flushes, and closes the file, if there is one. Bytes
  /// that could not be written are given up.
  result<void> try_close();
  void close() { try_close().value(); }

 protected:
  filter_writer(writer_device const& device, filter_kind const& kind,
                encoded_target target) noexcept
      : reporting_writer(device, nullptr, 0, kind.name),
        kind_(&kind),
        target_(static_cast<encoded_target&&>(target)) {}
  filter_writer(filter_writer&& other) noexcept
      : reporting_writer(static_cast<reporting_writer&&>(other)),
        kind_(other.kind_),
        target_(static_cast<encoded_target&&>(other.target_)),
        is_target_failed_(other.is_target_failed_) {}
  ~filter_writer() = default;

  // For the destructor of the derived class. The caller's writer is not
  // flushed: it may be used further.
  void close_or_report() noexcept;

  // The bytes in the buffer.
  std::size_t buffered() const noexcept {
    return static_cast<std::size_t>(cursor_ - begin_);
  }

  void flush_all(bool is_last);
  // What comes before text that cannot be converted goes out too. A target
  // that failed is not flushed, nor is one after close(): it may be gone.
  void flush_target();

  void keep_target(rill::error const& reason) noexcept;
  void keep_target(result<void> const& done) noexcept {
    if (!done) keep_target(done.error());
  }
  // Forgets the error; false when the writer is closed and stays so.
  bool forget_error() noexcept;

  // What the writer behind throws is the error of this one too, and goes on;
  // where nothing is thrown, its error is looked at.
  template <class Use>
  void use_target(Use use) {
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
  filter_kind const* kind_;
  encoded_target target_;
  bool is_target_failed_ = false;  // the error is of the target
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "filter_writer_body.h"
#endif

#endif
