// For sweeps that fail every system call: a file behind a BIO of OpenSSL.
#include <rill/driver/openssl.h>
#include <rill/rill.h>
#include <signal.h>

#include "sweeping.h"

namespace {

int run(std::string_view kind, char const* path) {
  ::signal(SIGPIPE, SIG_IGN);
  if (kind == "file") {
    rill::bio_writer out(rill::bio_owner(BIO_new_file(path, "w")),
                         swept_buffer);
    write_lines(out);
    out.close();
  } else if (kind == "left") {  // its destructor reports the error
    rill::bio_writer out(rill::bio_owner(BIO_new_file(path, "w")),
                         swept_buffer);
    write_lines(out);
  } else {
    return 99;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) { return sweep_main(count, words, run); }
