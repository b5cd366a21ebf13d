// rill/stream/open_writers.h: the buffered writers over files that are open,
// and what the end of the program does with them.
//
// Layer 4. Allocates nothing, throws nothing. A writer enters the list when it
// opens its file and leaves it when it closes it; a move changes the entry. No
// print does. Tests: test/stream/open_writers_test.cpp,
// test/system/unwritten_test.py.
#ifndef RILL_STREAM_OPEN_WRITERS_H
#define RILL_STREAM_OPEN_WRITERS_H

#include "../base/config.h"
#include "lost_output.h"

#if RILL_HOSTED && RILL_PROCESS_HOOKS
#include "../os/thread.h"
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

class open_writer;

// The entries of a program or shared library, the newest first. An
// encoded_writer comes before the file_writer that it owns.
struct open_writer_list {
  open_writer* first = nullptr;
  unsigned state = 0;            // of the lock: see list_lock
  unsigned fork_count = 0;       // the number of forks up to this process
  void const* ending = nullptr;  // the thread in finish_open_writers
  bool is_registered = false;
};

}  // namespace detail

namespace RILL_OF_THIS_MODULE detail {

RILL_STATE inline open_writer_list open_writers;

// Writes what the writers of this thread hold, and reports what those of other
// threads hold: a thread may be within a call of print, which takes no lock.
// Each writer is finished once. Errors go to the lost-output handler.
[[gnu::cold]] void finish_open_writers();

[[gnu::cold]] void finish_at_quick_exit(void*);

// Runs in a child of fork. The parent writes what the inherited writers hold.
[[gnu::cold]] void forget_open_writers();

[[gnu::cold]] void register_open_writers();

// Runs after the destructors of static objects, and before
// end_with_lost_output.
#if RILL_HOSTED && RILL_PROCESS_HOOKS
[[gnu::destructor(102)]] void finish_at_end();
#endif

}  // namespace RILL_OF_THIS_MODULE detail

namespace detail {

// Reports bytes that another thread's writer holds.
[[gnu::cold]] void report_unwritten(text path, std::size_t size) noexcept;

// The entry of a writer: a base of it. The thread that opened or moved the
// writer, or that emptied its buffer last, owns it.
//
// Cost of an entry with its removal: two uncontended locks.
class open_writer {
 public:
  open_writer(open_writer const&) = delete;
  open_writer& operator=(open_writer const&) = delete;

 protected:
  // Finishes the writer. Only if `is_ours` may it be changed; otherwise its
  // thread may be within a call of print.
  using finish_function = void (*)(open_writer&, bool is_ours) noexcept;

#if !RILL_HOSTED || !RILL_PROCESS_HOOKS
  explicit open_writer(finish_function) noexcept {}
  void move_entry(open_writer&) noexcept {}
  void leave() noexcept {}
  void own() noexcept {}
#else
  explicit open_writer(finish_function finish) noexcept : finish_(finish) {
    enter();
  }
  ~open_writer() { leave(); }

  // Takes over the place of a writer that is moved from.
  void move_entry(open_writer& other) noexcept;

  // Called before the file is closed or given away.
  void leave() noexcept {
    if (__atomic_load_n(&list_, __ATOMIC_RELAXED)) leave_list();
  }

  // Called when the buffer is emptied.
  void own() noexcept {
    __atomic_store_n(&owner_, os::this_thread(), __ATOMIC_RELAXED);
  }
#endif

  // For a writer that is moved into this one, which has left the list.
  open_writer(open_writer& other, finish_function finish) noexcept
#if RILL_HOSTED && RILL_PROCESS_HOOKS
      : finish_(finish) {
    move_entry(other);
  }

 private:
  friend void finish_open_writers();

  void enter() noexcept;
  void leave_list() noexcept;
  void unlink() noexcept;

  finish_function finish_;
  open_writer_list* list_ = nullptr;  // null when it has left
  open_writer* next_ = nullptr;
  open_writer** link_ = nullptr;  // the pointer to this entry
  void const* owner_ = nullptr;
  unsigned fork_count_ = 0;
#else
  {
    (void)other, (void)finish;
  }
#endif
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "open_writers_body.h"
#endif

#endif
