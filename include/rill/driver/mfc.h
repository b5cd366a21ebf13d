// rill/driver/mfc.h: CFile and CString of MFC, recognized by their members.
// Inert unless included.
//
//     CFile file(L"log.txt", CFile::modeCreate | CFile::modeWrite);
//     rill::println(file, "x = ", x);     // one CFile::Write for each call
//     rill::mfc_writer out(file);         // buffered, and faster
//     rill::println(out, CString(L"text"));
//     out.close();
//
// Layer 7. Includes no header of MFC or ATL and needs none before it. Tests,
// with a stand-in for MFC: test/driver/mfc_test.cpp,
// test/driver/mfc_text_test.cpp.
#ifndef RILL_DRIVER_MFC_H
#define RILL_DRIVER_MFC_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "../print/refuse.h"
#include "../base/run.h"
#include "../memory/storage.h"
#include "../os/error.h"
#include "../print/list.h"
#include "../stream/device.h"
#include "../stream/device_reader.h"
#include "../stream/scratch_writer.h"
#include "../stream/source.h"
#include "../unicode/wide_units.h"
#include "device_words.h"
#include "peeking_reader.h"

// CString, recognized by its members.
//
// Allocates only to grow a CString that the program scans into; throws what MFC
// throws without memory.

namespace rill::inline RILL_BUILD::detail {

// CString, CStringA, CStringW and classes derived from them. The bytes of a
// CStringA are taken as UTF-8.
template <class T>
concept mfc_string = requires(T const& t) {
  typename T::XCHAR;
  { t.GetLength() } -> std::same_as<int>;
  { t.GetString() } -> std::same_as<typename T::XCHAR const*>;
} && character<typename T::XCHAR>;

// A CString counts in int.
inline int mfc_size(std::size_t size) {
  auto const count = static_cast<int>(size);
  if (count < 0 || static_cast<std::size_t>(count) != size)
    raise(error(library_problem::too_large, "put into", "a CString"));
  return count;
}

template <mfc_string T>
struct foreign_string<T> {
  using unit = typename T::XCHAR;
  static run<unit> of(T const& t) noexcept {
    return {t.GetString(), static_cast<std::size_t>(t.GetLength())};
  }
  static void assign(T& to, text utf8)
    requires requires { to.ReleaseBufferSetLength(0); }
  {
    if constexpr (std::same_as<unit, char>) {
      to.SetString(utf8.data, mfc_size(utf8.size));
    } else {
      char const* at = utf8.begin();
      int const size = mfc_size(widened_size<unit>(at, utf8.end()));
      unit* const room = to.GetBufferSetLength(size);
      widen_utf8<unit>(room, at, utf8.end(), true);
      to.ReleaseBufferSetLength(size);
    }
  }
  static void append(T& to, unit const* units, std::size_t count)
    requires requires { to.Append(units, 0); }
  {
    to.Append(units, mfc_size(count));
  }
  static void append_text(T& to, text utf8) {
    if constexpr (std::same_as<unit, char>) {
      append(to, utf8.data, utf8.size);
    } else {
      T more;
      assign(more, utf8);
      append(to, more.GetString(), of(more).size);
    }
  }
};

}  // namespace rill::inline RILL_BUILD::detail

// MFC throws pointers to these. Its headers define them.
class CException;
class CFileException;

namespace rill::inline RILL_BUILD {

namespace detail {

// CFile, CStdioFile, CMemFile and classes derived from them.
template <class F>
concept mfc_file =
    requires(F& file, void const* data, void* room, unsigned size) {
      file.Write(data, size);
      { file.Read(room, size) } -> std::same_as<unsigned>;
      file.Flush();
      file.GetFilePath();
    };

// A template, so that the classes may be incomplete until a file of MFC is
// used.
template <class File>
struct mfc_thrown {
  using any = ::CException;
  using of_file = ::CFileException;
};

// MFC counts the bytes of a call in UINT.
inline constexpr std::size_t mfc_chunk = std::size_t{1} << 30;
inline unsigned mfc_part(std::size_t size) noexcept {
  return static_cast<unsigned>(smaller(size, mfc_chunk));
}

// Deletes a caught exception of MFC at the end of its handler.
template <class Exception>
class mfc_caught {
 public:
  explicit mfc_caught(Exception* thrown) noexcept : thrown_(thrown) {}
  mfc_caught(mfc_caught const&) = delete;
  mfc_caught& operator=(mfc_caught const&) = delete;
  ~mfc_caught() { thrown_->Delete(); }

  // MFC's message, in the character type of its build.
  device_words<1024> words() const {
    if constexpr (requires(wchar_t* room) {
                    thrown_->GetErrorMessage(room, 512u);
                  })
      return said<wchar_t>();
    else
      return said<char>();
  }

 private:
  template <class Character>
  device_words<1024> said() const {
    Character message[512] = {};
    if (!thrown_->GetErrorMessage(message, 512u)) return {};
    return device_words<1024>(message);
  }

  Exception* thrown_;
};

// The file's path, or "a CFile" if it has none. There are two return statements
// because g++ 12 miscompiles a variable that is assigned in a try block and
// returned after it.
template <mfc_file F>
device_words<4096> mfc_name(F const& file) {
#if RILL_EXCEPTIONS
  try {
    device_words<4096> const path(file.GetFilePath());
    if (path.bytes().size != 0) return path;
  } catch (typename mfc_thrown<F>::any* thrown) {
    mfc_caught<typename mfc_thrown<F>::any> const caught(thrown);
  }
#else
  device_words<4096> const path(file.GetFilePath());
  if (path.bytes().size != 0) return path;
#endif
  return device_words<4096>("a CFile");
}

// The system's error number if MFC has kept it, otherwise MFC's message.
template <mfc_file F, class Exception>
[[gnu::cold, gnu::noinline]] error mfc_failure(
    F const& file, text operation, mfc_caught<Exception> const& caught,
    long number) {
  auto const name = mfc_name(file);
  if (number > 0)
    return {error_code(error_source::system, static_cast<int>(number)),
            operation, name.bytes()};
  return {library_problem::device_failed, operation, name.bytes(),
          caught.words().bytes()};
}

// Runs a call of MFC. Returns false if it threw an exception of MFC, which is
// then in `why`. Other exceptions propagate.
template <mfc_file F, class Use>
bool use_mfc([[maybe_unused]] F const& file, [[maybe_unused]] text operation,
             [[maybe_unused]] error& why, Use use) {
#if RILL_EXCEPTIONS
  using any = typename mfc_thrown<F>::any;
  using of_file = typename mfc_thrown<F>::of_file;
  try {
    use();
  } catch (of_file* thrown) {
    mfc_caught<of_file> const caught(thrown);
    why = mfc_failure(file, operation, caught, thrown->m_lOsError);
    return false;
  } catch (any* thrown) {
    mfc_caught<any> const caught(thrown);
    why = mfc_failure(file, operation, caught, 0);
    return false;
  }
#else
  use();
#endif
  return true;
}

// Write() takes all bytes or throws. Returns how many it took.
template <mfc_file F>
std::size_t put_to_mfc(F& file, text bytes, error& why) {
  unsigned const size = mfc_part(bytes.size);
  bool const is_taken =
      use_mfc(file, "write", why, [&] { file.Write(bytes.data, size); });
  return is_taken ? size : 0;
}
template <mfc_file F>
void flush_mfc(F& file, error& why) {
  (void)use_mfc(file, "flush", why, [&] { file.Flush(); });
}
template <mfc_file F>
std::size_t get_from_mfc(F& file, char* room, std::size_t size, error& why) {
  unsigned got = 0;
  (void)use_mfc(file, "read", why,
                [&] { got = file.Read(room, mfc_part(size)); });
  return got;
}

// Peeks by reading, and returns by Seek() to a position that GetPosition()
// gave, which also works for a CStdioFile in text mode.
template <mfc_file F>
class mfc_peeking {
 public:
  mfc_peeking(F& from) noexcept : from_(from) {}

  std::size_t look(char* room, std::size_t held, std::size_t size, error& why) {
    (void)use_mfc(from_, "read", why, [&] { start_ = from_.GetPosition(); });
    std::size_t done = 0;
    while (done <= held && !why) {
      std::size_t const got =
          get_from_mfc(from_, room + done, size - done, why);
      if (got == 0) break;
      done += got;
    }
    return done;
  }
  bool take(char* room, std::size_t size, error& why) {
    if (!use_mfc(from_, "seek", why,
                 [&] { from_.Seek(static_cast<long long>(start_), F::begin); }))
      return false;
    for (std::size_t done = 0; done != size && !why;) {
      std::size_t const got =
          get_from_mfc(from_, room + done, size - done, why);
      if (got == 0 && !why)
        why = {library_problem::not_given_back, "read", name().bytes()};
      done += got;
    }
    return !why;
  }
  auto name() const { return mfc_name(from_); }

 private:
  F& from_;
  unsigned long long start_ = 0;
};

// Formats the whole call first, so that MFC gets one write.
template <mfc_file F>
[[gnu::noinline]] void print_to_mfc(F& file, print_list list) {
  scratch_writer<1024> out;
  put_list(out, list);
  for (text left = out.bytes(); left.size != 0;) {
    error why;
    std::size_t const taken = put_to_mfc(file, left, why);
    if (why) raise(why);
    left = {left.data + taken, left.size - taken};
  }
}

template <class F>
constexpr void refuse_temporary_mfc_file() {
  static_assert(always_false<F>,
                "rill: a CFile cannot be moved, so it is borrowed: make it a "
                "variable that outlives the reader or writer");
}

}  // namespace detail

/// A CFile variable, or one of a derived class, as a sink: each call of print
/// is one Write() (or several of 1 GiB).
///
/// Errors: rill::error. Its code is CFileException::m_lOsError if MFC has set
/// it; otherwise device_failed, with GetErrorMessage() as the reason().
/// Exceptions of MFC are deleted; others propagate. If a hook throws, nothing
/// of the call is written.
template <detail::mfc_file F>
struct sink_traits<F> {
  template <class... Args>
  static void put(F& file, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::print_to_mfc(file, detail::listed_call<Args...>(args...).list());
  }
  /// Calls CFile::Flush(), which may wait for the disk.
  static void flush(F& file) {
    error why;
    detail::flush_mfc(file, why);
    if (why) raise(why);
  }
};

/// A CFile variable as a source, if it can seek: takes only the scanned bytes
/// from it. Each call reads a block, seeks back, and reads the scanned bytes
/// again; mfc_reader is faster.
template <detail::mfc_file F>
struct source_traits<F> {
  using held = detail::held_device<detail::mfc_peeking<F>, F>;
  template <class Use>
  static auto with(F& from, Use use) {
    return detail::scan_device<detail::mfc_peeking<F>>(from, use);
  }
};

/// A buffered writer over a CFile, which it borrows: the file must outlive it,
/// and the writer does not close it. Movable.
///
/// flush() and close() write the buffer and call CFile::Flush(), which may wait
/// for the disk. The destructor only writes the buffer, and sends errors to the
/// lost-output handler.
///
/// Errors: those of a print to the CFile; the first one is sticky. Needs
/// exceptions: without them MFC has no way to report an error.
///
/// Cost: one buffer of `buffer_size` bytes. Larger pieces are written without a
/// copy.
///
/// Example:
///     void save(auto& file) {  // a CFile
///       rill::mfc_writer out(file);
///       for (int i = 0; i != 1000; ++i) rill::println(out, i * i);
///       out.close();
///     }
class mfc_writer : public detail::device_writer {
 public:
  template <detail::mfc_file F>
  explicit mfc_writer(F& to, std::size_t buffer_size = RILL_BUFFER_SIZE)
      : device_writer(calls_for<F>, buffer_size), file_(&to) {}
  template <class F>
    requires(detail::mfc_file<F> && !std::is_reference_v<F>)
  explicit mfc_writer(F&&, std::size_t = 0) : device_writer(none, 1) {
    detail::refuse_temporary_mfc_file<F>();
  }

  mfc_writer(mfc_writer&& other) noexcept = default;
  mfc_writer& operator=(mfc_writer&& other) noexcept {
    return detail::remake(*this, static_cast<mfc_writer&&>(other));
  }
  ~mfc_writer() { close_or_report(); }

 private:
  template <class F>
  static F& file_of(detail::device_writer& base) noexcept {
    return *static_cast<F*>(static_cast<mfc_writer&>(base).file_);
  }
  template <class F>
  static std::size_t take_bytes(detail::device_writer& base, text bytes,
                                rill::error& why) {
    return detail::put_to_mfc(file_of<F>(base), bytes, why);
  }
  template <class F>
  static void flush_to(detail::device_writer& base, rill::error& why) {
    detail::flush_mfc(file_of<F>(base), why);
  }
  template <class F>
  static constexpr detail::device_calls calls_for{take_bytes<F>, flush_to<F>,
                                                  nullptr, "to a CFile"};
  static constexpr detail::device_calls none{nullptr, nullptr, nullptr,
                                             "to a CFile"};

  void* file_;
};

/// A buffered reader over a CFile, which it borrows: the file must outlive it.
/// Movable. It reads ahead, and does not give unread bytes back to the file.
/// Errors are those of a print to the CFile.
///
/// Example:
///     long sum_of(auto& file) {  // a CFile
///       rill::mfc_reader in(file);
///       long sum = 0;
///       for (int number : rill::values<int>(in)) sum += number;
///       return sum;
///     }
class mfc_reader : public detail::device_reader {
 public:
  template <detail::mfc_file F>
  explicit mfc_reader(F& from, std::size_t buffer_size = default_read_size)
      : device_reader(source_of<F>, buffer_size), file_(&from) {}
  template <class F>
    requires(detail::mfc_file<F> && !std::is_reference_v<F>)
  explicit mfc_reader(F&&, std::size_t = 0) : device_reader(none, 1) {
    detail::refuse_temporary_mfc_file<F>();
  }

  mfc_reader(mfc_reader&& other) noexcept = default;
  mfc_reader& operator=(mfc_reader&& other) noexcept {
    return detail::remake(*this, static_cast<mfc_reader&&>(other));
  }
  ~mfc_reader() = default;

 private:
  template <class F>
  static std::size_t get(detail::device_reader& base, char* room,
                         std::size_t size, rill::error& why) {
    auto& self = static_cast<mfc_reader&>(base);
    return detail::get_from_mfc(*static_cast<F*>(self.file_), room, size, why);
  }
  template <class F>
  static text own_name(detail::device_reader const& base) {
    auto const& self = static_cast<mfc_reader const&>(base);
    auto const& from = *static_cast<F const*>(self.file_);
    if (self.name_.empty()) self.name_.add(detail::mfc_name(from).bytes());
    return self.name_.bytes();
  }
  template <class F>
  static constexpr detail::device_source source_of{get<F>, "a CFile",
                                                   own_name<F>};
  static constexpr detail::device_source none{nullptr, "a CFile"};

  void* file_;
  mutable owned_text name_;
};

}  // namespace rill::inline RILL_BUILD

#endif
