// Ends, in the way that the second argument names, while the writer that the
// first names holds a line. ../unwritten_test.py checks the file.
#include <rill/any.h>
#include <rill/driver/zlib.h>
#include <rill/iostream.h>
#include <rill/rill.h>
#include <rill/stdio.h>
#include <rill/trace.h>
#include <rill/unicode.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

namespace {

template <class Out>
void end_with(Out& out, std::string_view end) {
  rill::println(out, "kept ", 1);
  if (end == "exit") std::exit(0);
  if (end == "quick_exit") std::quick_exit(0);
  if (end == "other") throw 1;
  if (end == "thrown") throw rill::error(rill::library_problem::closed, "use");
  if (end == "parse") (void)rill::parse<int>("x");
  if (end == "abort") std::abort();
}

// Holds what a print of it prints, and then ends the program in the print.
struct ending {
  std::string_view end;
  friend void rill_print(auto& out, ending const& value) {
    out("in a hook");
    if (value.end == "exit") std::exit(0);
    if (value.end == "parse") (void)rill::parse<int>("x");
  }
};

// Closes a writer before another one holds a line.
template <class Out>
void end_after_close(std::string_view end, char const* path) {
  rill::file_writer other("other");
  Out out(path);
  rill::println(out, "kept ", 1);
  out.close();
  end_with(other, end);
}

// Another thread ends the program than the one that holds a line.
template <class Out>
void end_elsewhere(std::string_view end, char const* path) {
  Out out(path);
  rill::println(out, "kept ", 1);
  std::thread([&] {
    rill::file_writer other("other");
    end_with(other, end);
  }).join();
}

// The FILEs and filebufs that rill owns.
void end_with_a_stream(std::string_view kind, std::string_view end,
                       char const* path) {
  if (kind == "c_file") {
    auto first = rill::c_file::create(path);
    rill::c_file out = std::move(first);
    end_with(out, end);
  } else if (kind == "c_file_unlocked") {
    rill::c_file_unlocked out;
    out = rill::c_file_unlocked::create(path);
    end_with(out, end);
  } else if (kind == "c_file_closed") {
    end_after_close<rill::c_file>(end, path);
  } else if (kind == "c_file_elsewhere") {
    rill::c_file out(path);
    std::thread([&] { end_with(out, end); }).join();
  } else if (kind == "c_file_held") {
    rill::c_file out(path);
    std::thread([&] {
      rill::println(out, "lost");
      auto const held = rill::lock(out);
      std::thread([&] { end_with(rill::err(), end); }).join();
    }).join();
  } else if (kind == "c_file_full") {
    rill::c_file out("/dev/full");
    end_with(out, end);
  } else if (kind == "filebuf") {
    rill::filebuf_file first(path);
    rill::filebuf_file out = std::move(first);
    end_with(out, end);
  } else if (kind == "filebuf_closed") {
    end_after_close<rill::filebuf_file>(end, path);
  } else if (kind == "filebuf_elsewhere") {
    end_elsewhere<rill::filebuf_file>(end, path);
  } else if (kind == "filebuf_full") {
    rill::filebuf_file out("/dev/full");
    end_with(out, end);
  }
}

}  // namespace

// kind, end, path
int main(int, char** words) {
  std::string_view const kind = words[1], end = words[2];
  char const* const path = words[3];
  end_with_a_stream(kind, end, path);
  if (kind == "file") {
    rill::file_writer out(path);
    end_with(out, end);
  } else if (kind == "moved") {
    rill::file_writer first(path), second("second");
    rill::println(second, "second");
    second = std::move(first);
    rill::file_writer out = std::move(second);
    end_with(out, end);
  } else if (kind == "closed") {
    end_after_close<rill::file_writer>(end, path);
  } else if (kind == "update") {
    auto out = rill::file_update::create(path);
    end_with(out, end);
  } else if (kind == "borrowed") {
    rill::file const file = rill::file::create(path);
    rill::borrowed_writer out(file);
    end_with(out, end);
  } else if (kind == "locked") {
    rill::locked<rill::file_writer> out(path);
    end_with(out, end);
  } else if (kind == "any") {
    rill::any_writer out{rill::file_writer(path)};
    end_with(out, end);
  } else if (kind == "traced") {
    rill::traced_writer out{rill::file_writer(path)};
    end_with(out, end);
  } else if (kind == "encoded") {
    rill::encoded_writer out(rill::file::create(path), rill::latin1);
    end_with(out, end);
  } else if (kind == "encoded_behind") {
    rill::file_writer behind(path);
    rill::encoded_writer out(behind, rill::latin1);
    end_with(out, end);
  } else if (kind == "compressed") {
    auto out = rill::compressed_writer(rill::file::create(path), rill::gzip());
    end_with(out, end);
  } else if (kind == "tee") {
    rill::file_writer one(path), two("second");
    rill::tee_writer out(one, two);
    end_with(out, end);
  } else if (kind == "static") {
    static rill::file_writer out(path);
    end_with(out, end);
  } else if (kind == "left") {
    end_with(*new rill::file_writer(path), end);
  } else if (kind == "thread") {
    std::thread([&] {
      rill::file_writer out(path);
      end_with(out, end);
    }).join();
  } else if (kind == "hook") {
    rill::file_writer out(path);
    rill::print(out, "kept ", ending{end}, '\n');
  } else if (kind == "replaced") {
    rill::replace_file(path, [&](rill::writer& out) { end_with(out, end); });
  } else if (kind == "forked") {  // the child ends, then the parent
    rill::file_writer out(path);
    rill::println(out, "kept ", 1);
    if (fork() == 0) {
      rill::file_writer own("own");
      end_with(own, end);
    }
    wait(nullptr);
    std::exit(0);
  } else if (kind == "full") {
    rill::file_writer out("/dev/full");
    end_with(out, end);
  } else if (kind == "told") {  // a call has reported the error
    rill::file_writer out("/dev/full");
    rill::println(out, "lost");
    (void)out.try_flush();
    end_with(out, end);
  } else if (kind == "elsewhere") {
    end_elsewhere<rill::file_writer>(end, path);
  }
}
