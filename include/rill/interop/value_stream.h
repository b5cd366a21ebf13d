// rill/interop/value_stream.h: the std::ostream that a value's operator<<
// writes to.
//
// Floor 6. Every value gets a stream as it is when it is new, in the classic
// locale. libstdc++ takes 110 ns to make one, as long as an operator<< may
// take, so there each thread keeps one (not on Windows, base/config.h); it is
// given up when its locale, its callbacks or its iword and pword were touched,
// which the library's protected members tell. A value that is printed inside
// of another, or by what runs after the thread's end, gets one of its own.
// libc++ makes one in 20 ns. Tests: test/interop/via_ostream_test.cpp.
#ifndef RILL_INTEROP_VALUE_STREAM_H
#define RILL_INTEROP_VALUE_STREAM_H

#include <ostream>  // std::ostream, std::streambuf, std::locale::classic

#include "../base/config.h"

#if defined(__GLIBCXX__) && RILL_THREAD_DESTRUCTORS
#include <new>  // placement
#endif

namespace rill::inline RILL_BUILD::detail {

// Always made here, so in the classic locale whatever the global one is.
class new_ostream : public std::ostream {
 public:
  explicit new_ostream(std::streambuf* to) : std::ostream(to) {
    if (getloc() != std::locale::classic()) imbue(std::locale::classic());
  }
};

#if defined(__GLIBCXX__) && RILL_THREAD_DESTRUCTORS

class RILL_OF_THIS_MODULE kept_ostream : public new_ostream {
 public:
  kept_ostream() : new_ostream(nullptr) {}

  void lend(std::streambuf& to) {
    exceptions(goodbit);  // first: what follows sets states
    rdbuf(&to);
    tie(nullptr);
    flags(skipws | dec);
    precision(6);
    width(0);
    fill(' ');
  }

  /// Returns false when something was changed that lend() does not set.
  bool is_kept() const noexcept {
    if (_M_callbacks != nullptr || _M_word != _M_local_word ||
        !(_M_ios_locale == std::locale::classic()))
      return false;
    for (auto const& word : _M_local_word)
      if (word._M_pword != nullptr || word._M_iword != 0) return false;
    return true;
  }
};

enum class keeping : unsigned char { none, idle, lent, over };

// Outlives the stream: it is trivial. It and all that uses it belong to one
// program or shared library, which may be unloaded.
RILL_OF_THIS_MODULE inline thread_local keeping stream_keeping = keeping::none;

// Room for the thread's stream, which is made when it is asked for.
class RILL_OF_THIS_MODULE stream_keeper {
 public:
  stream_keeper() noexcept {}
  ~stream_keeper() {
    if (stream_keeping == keeping::idle) stream_.~kept_ostream();
    stream_keeping = keeping::over;
  }
  stream_keeper(stream_keeper const&) = delete;
  stream_keeper& operator=(stream_keeper const&) = delete;

  kept_ostream& lend(std::streambuf& to) {
    if (stream_keeping == keeping::none) ::new (&stream_) kept_ostream;
    stream_keeping = keeping::lent;
    stream_.lend(to);
    return stream_;
  }
  void take_back() {
    stream_keeping = keeping::idle;
    if (stream_.is_kept()) return;
    stream_.~kept_ostream();
    stream_keeping = keeping::none;
  }

 private:
  union {
    kept_ostream stream_;
  };
};

RILL_OF_THIS_MODULE inline thread_local stream_keeper kept_stream;

class RILL_OF_THIS_MODULE value_stream {
 public:
  explicit value_stream(std::streambuf& to)
      : is_own_(stream_keeping >= keeping::lent) {
    if (is_own_)
      stream_ = ::new (&own_) new_ostream(&to);
    else
      stream_ = &kept_stream.lend(to);
  }
  ~value_stream() {
    if (is_own_)
      own_.~new_ostream();
    else
      kept_stream.take_back();
  }
  value_stream(value_stream const&) = delete;
  value_stream& operator=(value_stream const&) = delete;

  std::ostream& operator*() const noexcept { return *stream_; }

 private:
  bool is_own_;
  std::ostream* stream_;
  union {
    new_ostream own_;
  };
};

#else

class value_stream {
 public:
  explicit value_stream(std::streambuf& to) : stream_(&to) {}
  std::ostream& operator*() noexcept { return stream_; }

 private:
  new_ostream stream_;
};

#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
