// test/support/scripted_bio.h: a BIO that follows a script: pieces of chosen
// sizes, errors, retries.
#ifndef RILL_TEST_SUPPORT_SCRIPTED_BIO_H
#define RILL_TEST_SUPPORT_SCRIPTED_BIO_H

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <rill/os/error.h>
#include <string.h>  // memcpy

#include <functional>
#include <string>
#include <vector>

namespace rill_test {

// How the BIO answers one call.
struct bio_step {
  int most = 1 << 30;  // bytes it moves at most; 0 or less: its result
  bool asks_again = false;
  int retry_flags = 0;   // BIO_FLAGS_READ, …
  int retry_reason = 0;  // BIO_RR_…
  int number = 0;        // the errno
  bool raises = false;   // adds two entries to the error queue
  bool lies = false;     // returns one more than the size of the call
};

// The state of one BIO. It must outlive the BIO.
struct bio_script {
  // The answer to the call with the index `call` (from 0): for writes, reads
  // and flushes.
  std::function<bio_step(int call)> write, read, flush;
  std::string input;
  int descriptor = -1;  // -1: BIO_get_fd is not supported

  std::string taken;
  std::vector<std::size_t> writes;  // the sizes of the calls
  std::size_t given = 0;
  int write_calls = 0, read_calls = 0, flush_calls = 0, frees = 0;
};

inline bio_script& script_of(BIO* bio) {
  return *static_cast<bio_script*>(BIO_get_data(bio));
}

inline void raise_entry(int library, int reason, char const* words) {
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
  if (words)
    ERR_raise_data(library, reason, "%s", words);
  else
    ERR_raise(library, reason);
#else
  ERR_put_error(library, 0, reason, "test", 1);
  if (words) ERR_add_error_data(1, words);
#endif
}

inline int follow(BIO* bio, bio_step const& step) {
  if (step.asks_again)
    BIO_set_flags(bio, BIO_FLAGS_SHOULD_RETRY | step.retry_flags);
  BIO_set_retry_reason(bio, step.retry_reason);
  if (step.raises) {
    raise_entry(ERR_LIB_EVP, ERR_R_MALLOC_FAILURE, nullptr);
    raise_entry(ERR_LIB_BIO, BIO_R_BROKEN_PIPE, "of the script");
  }
  if (step.number != 0) errno = step.number;
  return step.most;
}

inline int scripted_write(BIO* bio, char const* data, int size) {
  bio_script& script = script_of(bio);
  BIO_clear_retry_flags(bio);
  int const call = script.write_calls++;
  script.writes.push_back(static_cast<std::size_t>(size));
  bio_step const step = script.write ? script.write(call) : bio_step{};
  int const most = follow(bio, step);
  if (most <= 0) return most;
  int const count = most == (1 << 30) || most > size ? size : most;
  script.taken.append(data, static_cast<std::size_t>(count));
  return step.lies ? size + 1 : count;
}

inline int scripted_read(BIO* bio, char* room, int size) {
  bio_script& script = script_of(bio);
  BIO_clear_retry_flags(bio);
  int const call = script.read_calls++;
  bio_step const step = script.read ? script.read(call) : bio_step{};
  int const most = follow(bio, step);
  if (most <= 0) return most;
  std::size_t count = script.input.size() - script.given;
  if (count > static_cast<std::size_t>(size))
    count = static_cast<std::size_t>(size);
  if (count > static_cast<std::size_t>(most))
    count = static_cast<std::size_t>(most);
  memcpy(room, script.input.data() + script.given, count);
  script.given += count;
  return static_cast<int>(count);
}

inline long scripted_control(BIO* bio, int command, long, void* answer) {
  bio_script& script = script_of(bio);
  if (command == BIO_CTRL_FLUSH) {
    BIO_clear_retry_flags(bio);
    int const call = script.flush_calls++;
    bio_step const step =
        script.flush ? script.flush(call) : bio_step{.most = 1};
    return follow(bio, step);
  }
  if (command == BIO_CTRL_EOF) return script.given == script.input.size();
  if (command == BIO_C_GET_FD && script.descriptor >= 0) {
    if (answer) *static_cast<int*>(answer) = script.descriptor;
    return script.descriptor;
  }
  return 0;
}

inline int scripted_free(BIO* bio) {
  if (BIO_get_data(bio)) ++script_of(bio).frees;
  return 1;
}

// Makes a BIO over a script. The caller frees it.
inline BIO* new_scripted_bio(bio_script& script) {
  static BIO_METHOD* const calls = [] {
    BIO_METHOD* const made =
        BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "script");
    BIO_meth_set_write(made, scripted_write);
    BIO_meth_set_read(made, scripted_read);
    BIO_meth_set_ctrl(made, scripted_control);
    BIO_meth_set_destroy(made, scripted_free);
    return made;
  }();
  BIO* const bio = BIO_new(calls);
  BIO_set_data(bio, &script);
  BIO_set_init(bio, 1);
  return bio;
}

// The error that a call throws, or an empty one.
template <class Use>
rill::error error_of(Use use) {
  try {
    use();
  } catch (rill::error const& e) {
    return e;
  }
  return {};
}
template <class Use>
std::string sentence_of(Use use) {
  return error_of(use).what();
}

inline std::string string_of(rill::text text) { return {text.data, text.size}; }

// Bytes of all values.
inline std::string bytes_of(std::size_t size) {
  std::string made(size, '\0');
  for (std::size_t i = 0; i != size; ++i)
    made[i] = static_cast<char>(i * 7 + i / 251);
  return made;
}

inline bio_step retry(int flags, int reason = 0) {
  return {.most = -1,
          .asks_again = true,
          .retry_flags = flags,
          .retry_reason = reason};
}

}  // namespace rill_test

#endif
