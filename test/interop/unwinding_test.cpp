// test/interop/unwinding_test.cpp: streambufs that throw when they are asked
// for bytes or given bytes: their areas count as they left them, no byte is
// lost, and no byte is read twice.
// covers: rill/interop/streambuf_reader.h, rill/interop/streambuf_view.h
// covers: rill/interop/wide_stream.h
#include <doctest/doctest.h>
#include <rill/iostream.h>

#if defined(__GLIBCXX__) && defined(__GLIBC__)
#include <ext/stdio_sync_filebuf.h>  // the streambuf behind std::cin
#include <stdio.h>                   // fopencookie
#endif

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

// What a streambuf does with its get area before it throws.
enum class before_throw { nothing, no_area, next_area, count };

// Gives a text in blocks, each allocated with its exact size. The old block is
// freed, so a sanitizer finds a read of it. Takes back any number of
// characters. Throws an int instead of the block that begins at `throws_at`.
template <class Char>
class throwing_source : public std::basic_streambuf<Char> {
  using base = std::basic_streambuf<Char>;
  using traits = typename base::traits_type;

 public:
  throwing_source(std::basic_string<Char> text, std::size_t piece,
                  std::size_t throws_at, before_throw how)
      : text_(std::move(text)),
        piece_(piece),
        throws_at_(throws_at),
        how_(how) {}
  int thrown = 0;

 protected:
  typename base::int_type underflow() override {
    if (this->gptr() != this->egptr())
      return traits::to_int_type(*this->gptr());
    if (at_ >= throws_at_ && thrown == 0) {
      ++thrown;
      if (how_ == before_throw::no_area) this->setg(nullptr, nullptr, nullptr);
      if (how_ == before_throw::no_area) block_.reset();
      if (how_ == before_throw::next_area) show_next();
      throw 1;
    }
    if (at_ == text_.size()) return traits::eof();
    show_next();
    return traits::to_int_type(*this->gptr());
  }
  typename base::int_type pbackfail(typename base::int_type c) override {
    auto const left = static_cast<std::size_t>(this->egptr() - this->gptr());
    std::unique_ptr<Char[]> block(new Char[left + 1]);
    block[0] = traits::to_char_type(c);
    std::copy(this->gptr(), this->egptr(), block.get() + 1);
    block_ = std::move(block);
    this->setg(block_.get(), block_.get(), block_.get() + left + 1);
    return c;
  }

 private:
  void show_next() {
    std::size_t const size = std::min(piece_, text_.size() - at_);
    block_.reset(new Char[size]);
    std::copy_n(text_.data() + at_, size, block_.get());
    at_ += size;
    this->setg(block_.get(), block_.get(), block_.get() + size);
  }

  std::basic_string<Char> text_;
  std::size_t piece_;
  std::size_t throws_at_;
  before_throw how_;
  std::size_t at_ = 0;
  std::unique_ptr<Char[]> block_;
};

// A source without an area.
class single_source : public std::streambuf {
 public:
  single_source(std::string text, std::size_t throws_at)
      : text_(std::move(text)), throws_at_(throws_at) {}
  int thrown = 0;

 protected:
  int_type underflow() override {
    if (at_ >= throws_at_ && thrown++ == 0) throw 1;
    return at_ == text_.size() ? traits_type::eof()
                               : traits_type::to_int_type(text_[at_]);
  }
  int_type uflow() override {
    int_type const c = underflow();
    if (at_ != text_.size()) ++at_;
    return c;
  }
  int_type pbackfail(int_type c) override {
    text_[--at_] = traits_type::to_char_type(c);
    return c;
  }

 private:
  std::string text_;
  std::size_t throws_at_;
  std::size_t at_ = 0;
};

std::string const sample =
    "12 -345 6789012345678 word\n\n  wordwordwordwordwordwordword 7\tlast";
std::vector<std::string> const all_words{
    "12", "-345", "6789012345678", "word", "wordwordwordwordwordwordword",
    "7",  "last"};

// All words of a source. The exception is the streambuf's int, or a
// rill::error.
template <class Source, class Again>
std::vector<std::string> words_of(Source& in, Again again) {
  std::vector<std::string> words;
  for (bool is_more = true; is_more;) {
    try {
      std::string word;
      is_more = rill::scan(in, word);
      if (is_more) words.push_back(word);
    } catch (int) {
      again();
    } catch (rill::error const&) {
      again();
    }
  }
  return words;
}

template <class Try>
void in_every_way(Try attempt) {
  for (int how = 0; how != static_cast<int>(before_throw::count); ++how)
    for (std::size_t piece : {1u, 2u, 7u, 64u})
      for (std::size_t at = 0; at <= sample.size(); ++at) {
        CAPTURE(how);
        CAPTURE(piece);
        CAPTURE(at);
        attempt(piece, at, static_cast<before_throw>(how));
      }
}

// Takes a text through blocks of exactly `size` characters. Throws an int in
// the call number `throws_in`, with the old block, no block, or a new empty
// block.
template <class Char>
class throwing_sink : public std::basic_streambuf<Char> {
  using base = std::basic_streambuf<Char>;
  using traits = typename base::traits_type;

 public:
  throwing_sink(std::size_t size, int throws_in, before_throw how)
      : size_(size), throws_in_(throws_in), how_(how) {}
  int thrown = 0;
  std::basic_string<Char> got;

 protected:
  typename base::int_type overflow(typename base::int_type c) override {
    if (calls_++ == throws_in_) {
      ++thrown;
      if (how_ == before_throw::no_area) this->setp(nullptr, nullptr);
      if (how_ == before_throw::no_area) block_.reset();
      if (how_ == before_throw::next_area) open();
      throw 1;
    }
    got.append(this->pbase(), this->pptr());
    open();
    if (!traits::eq_int_type(c, traits::eof())) {
      *this->pptr() = traits::to_char_type(c);
      this->pbump(1);
    }
    return traits::not_eof(c);
  }
  int sync() override {
    overflow(traits::eof());
    return 0;
  }

 private:
  void open() {
    block_.reset(new Char[size_]);
    this->setp(block_.get(), block_.get() + size_);
  }

  std::size_t size_;
  int throws_in_;
  before_throw how_;
  int calls_ = 0;
  std::unique_ptr<Char[]> block_;
};

// A value with a hook, which is assembled aside, because code of the program
// may print to the stream meanwhile.
struct hooked {
  std::string text;
};
void rill_print(auto& out, hooked const& value) { out(value.text); }

std::string line_of(int i) {
  return "line " + std::to_string(i) +
         (i % 7 == 0 ? std::string(90, 'x') : "") + '\n';
}

// Prints one line a call, and adds to `whole` the lines whose call returned. A
// streambuf that throws its block away loses the lines in it.
template <class Out, class Again>
void print_lines(Out& out, bool is_hooked, std::vector<int>& whole,
                 Again again) {
  for (int i = 0; i != 100; ++i) {
    try {
      if (is_hooked)
        rill::print(out, hooked{line_of(i)});
      else
        rill::print(out, line_of(i));
      whole.push_back(i);
    } catch (int) {
      again();
    } catch (rill::error const&) {
      again();
    }
  }
}

// Whether each line is there at most once and in order, and, if no block was
// thrown away, every line of `whole` is there.
bool is_right(std::string const& got, std::vector<int> const& whole,
              bool is_lossy) {
  std::size_t at = 0, size = 0;
  for (int i : whole) {
    size += line_of(i).size();
    std::size_t const found = got.find(line_of(i), at);
    if (found == std::string::npos && !is_lossy) return false;
    if (found != std::string::npos) at = found + line_of(i).size();
  }
  return got.size() <= size + line_of(7).size();
}

template <class Char, class Try>
void print_in_every_way(Try attempt) {
  for (int how = 0; how != static_cast<int>(before_throw::count); ++how)
    for (bool is_hooked : {false, true})
      for (std::size_t size : {1u, 16u, 100u, 5000u})
        for (int throws_in = 0; throws_in != 12; ++throws_in) {
          throwing_sink<Char> buffer(size, throws_in,
                                     static_cast<before_throw>(how));
          std::vector<int> whole;
          attempt(buffer, is_hooked, whole);
          std::string const got(buffer.got.begin(), buffer.got.end());
          CAPTURE(how);
          CAPTURE(is_hooked);
          CAPTURE(size);
          CAPTURE(throws_in);
          REQUIRE(whole.size() >= (buffer.thrown ? 99u : 100u));
          REQUIRE(is_right(got, whole, buffer.thrown && how != 0));
        }
}

}  // namespace

TEST_CASE("interop/unwinding: an istream whose streambuf throws") {
  for (bool asks : {false, true})
    in_every_way([&](std::size_t piece, std::size_t at, before_throw how) {
      throwing_source<char> buffer(sample, piece, at, how);
      std::istream in(&buffer);
      if (asks) in.exceptions(std::ios::badbit);
      auto const words = words_of(in, [&] {
        REQUIRE(in.bad());
        in.clear();
      });
      REQUIRE(buffer.thrown == 1);
      REQUIRE(words == all_words);
    });
}

TEST_CASE("interop/unwinding: a streambuf_view, whose exceptions go on") {
  in_every_way([](std::size_t piece, std::size_t at, before_throw how) {
    throwing_source<char> buffer(sample, piece, at, how);
    rill::streambuf_view view(buffer);
    int caught = 0;
    REQUIRE(words_of(view, [&] { ++caught; }) == all_words);
    REQUIRE(caught == 1);
  });
}

TEST_CASE("interop/unwinding: a streambuf without an area") {
  for (std::size_t at = 0; at <= sample.size(); ++at) {
    single_source buffer(sample, at);
    rill::streambuf_view view(buffer);
    REQUIRE(words_of(view, [] {}) == all_words);
    single_source other(sample, at);
    std::istream in(&other);
    REQUIRE(words_of(in, [&] { in.clear(); }) == all_words);
  }
}

TEST_CASE("interop/unwinding: the library's functions go on behind it") {
  in_every_way([](std::size_t piece, std::size_t at, before_throw how) {
    throwing_source<char> buffer(sample, piece, at, how);
    std::istream in(&buffer);
    std::string first, rest;
    int n = 0;
    try {
      rill::scan(in, n, first);
    } catch (rill::error const&) {
      in.clear();
    }
    for (int round = 0; round != 2; ++round, in.clear())
      for (char c; in.get(c);) rest += c;
    std::size_t const taken = sample.size() - rest.size();
    REQUIRE(rest == sample.substr(taken));
    REQUIRE(taken <= (first.empty() ? n != 0 ? 3u : 0u : 7u));
  });
}

TEST_CASE("interop/unwinding: a wistream whose streambuf throws") {
  std::wstring const wide(sample.begin(), sample.end());
  in_every_way([&](std::size_t piece, std::size_t at, before_throw how) {
    throwing_source<wchar_t> buffer(wide, piece, at, how);
    std::wistream in(&buffer);
    REQUIRE(words_of(in, [&] {
              REQUIRE(in.bad());
              in.clear();
            }) == all_words);
    REQUIRE(buffer.thrown == 1);
  });
}

TEST_CASE("interop/unwinding: a tied stream that throws when it is flushed") {
  struct throwing_sync : std::streambuf {
    int left = 2;
    int sync() override {
      if (left-- == 1) throw 1;
      return 0;
    }
  } flushed;
  std::ostream tied(&flushed);
  tied.exceptions(std::ios::badbit);
  throwing_source<char> buffer(sample, 7, ~std::size_t{0},
                               before_throw::nothing);
  std::istream in(&buffer);
  in.tie(&tied);
  CHECK(words_of(in, [&] {
          in.clear();
          tied.clear();
        }) == all_words);
}

TEST_CASE("interop/unwinding: an ostream whose streambuf throws") {
  for (bool asks : {false, true})
    print_in_every_way<char>([&](throwing_sink<char>& buffer, bool is_hooked,
                                 std::vector<int>& whole) {
      std::ostream out(&buffer);
      if (asks) out.exceptions(std::ios::badbit);
      print_lines(out, is_hooked, whole, [&] {
        REQUIRE(out.bad());
        out.clear();
      });
      out.exceptions(std::ios::goodbit);
      out.flush();
      out.clear();
      out.flush();
    });
}

TEST_CASE("interop/unwinding: prints to a streambuf_view that throws") {
  print_in_every_way<char>([&](throwing_sink<char>& buffer, bool is_hooked,
                               std::vector<int>& whole) {
    rill::streambuf_view out(buffer);
    print_lines(out, is_hooked, whole, [] {});
    try {
      out.flush();
    } catch (int) {
      out.flush();
    }
  });
}

TEST_CASE("interop/unwinding: a wostream whose streambuf throws") {
  print_in_every_way<wchar_t>([&](throwing_sink<wchar_t>& buffer,
                                  bool is_hooked, std::vector<int>& whole) {
    std::wostream out(&buffer);
    print_lines(out, is_hooked, whole, [&] { out.clear(); });
    out.flush();
    out.clear();
    out.flush();
  });
}

#if defined(__GLIBCXX__) && defined(__GLIBC__)
TEST_CASE("interop/unwinding: an istream over a FILE whose device throws") {
  struct script {
    std::size_t throws_at;
    std::size_t at = 0;
    int thrown = 0;
  };
  auto const read = [](void* cookie, char* out, std::size_t) -> ssize_t {
    auto& self = *static_cast<script*>(cookie);
    if (self.at >= self.throws_at && self.thrown++ == 0) throw 1;
    std::size_t const size = sample.copy(out, 7, self.at);
    self.at += size;
    return static_cast<ssize_t>(size);
  };
  for (std::size_t at = 0; at <= sample.size(); ++at) {
    script device{at};
    FILE* const file =
        ::fopencookie(&device, "r", {read, nullptr, nullptr, nullptr});
    __gnu_cxx::stdio_sync_filebuf<char> buffer(file);
    std::istream in(&buffer);
    CAPTURE(at);
    REQUIRE(words_of(in, [&] {
              REQUIRE(in.fail());
              in.clear();
            }) == all_words);
    REQUIRE(device.thrown >= 1);
    ::fclose(file);
  }
}
#endif
