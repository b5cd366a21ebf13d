// test/os/win32/memory_test.cpp: mappings, rings, locks and the clock.
// platforms: windows
// covers: rill/os/win32/map.h
// covers: rill/os/ring_memory.h
// covers: rill/os/mutex.h
// covers: rill/os/win32/device.h
// covers: rill/os/clock.h
// covers: rill/os/c_stream.h
// covers: rill/os/win32/basic.h
// covers: rill/os/hooks.h
#include <doctest/doctest.h>
#include <rill/map.h>
#include <rill/os/c_stream.h>
#include <rill/os/clock.h>
#include <rill/os/file_calls.h>
#include <rill/os/mutex.h>
#include <rill/os/ring_memory.h>
#include <rill/copy/load.h>
#include <windows.h>

#include <string>
#include <thread>
#include <vector>

#include "support/files.h"

namespace os = rill::os;
using rill_test::content_of;
using rill_test::set_content;

namespace {

std::string pattern(std::size_t size) {
  std::string bytes(size, ' ');
  for (std::size_t i = 0; i != size; ++i)
    bytes[i] = static_cast<char>('!' + i % 89);
  return bytes;
}

template <class Bytes>
std::string bytes_of(Bytes const& map) {
  return {map.data(), map.size()};
}

}  // namespace

TEST_CASE("os/win32/memory: a file's bytes, any part of them") {
  rill_test::folder const folder;
  std::string const all = pattern(300'000);
  set_content(folder / "f", all);
  CHECK((bytes_of(rill::map(folder / "f")) == all));
  for (unsigned long long offset :
       {0ull, 1ull, 65'535ull, 65'536ull, 65'537ull, 200'000ull, 299'999ull})
    for (std::size_t size : {std::size_t{1}, std::size_t{70'000}}) {
      rill::file const file = rill::file::open(folder / "f");
      auto const window = rill::file_map::window(file, offset, size);
      CHECK((bytes_of(window) == all.substr(offset, size)));
    }
  set_content(folder / "empty", "");
  CHECK(rill::map(folder / "empty").empty());
  CHECK(!rill::try_map("NUL"));
}

TEST_CASE("os/win32/memory: zeros follow a map that asks for them") {
  rill_test::folder const folder;
  for (std::size_t size : {1u, 4095u, 4096u, 4097u, 65'536u}) {
    set_content(folder / "f", pattern(size));
    rill::file_map const map =
        rill::map(folder / "f", {.padding = 64, .populate = true});
    CHECK((bytes_of(map) == pattern(size)));
    CHECK((std::string(map.end(), 64) == std::string(64, '\0')));
  }
}

TEST_CASE("os/win32/memory: what is written into a map reaches the file") {
  rill_test::folder const folder;
  {
    auto map = rill::map_mutable(folder / "f", {.size = 5, .create = true});
    std::string("hello").copy(map.data(), 5);
    map.sync();
    map.resize(100'000);
    CHECK(std::string(map.data(), 5) == "hello");
    map.data()[99'999] = '!';
    map.close();
  }
  std::string const content = content_of(folder / "f");
  CHECK(content.size() == 100'000);
  CHECK(content.starts_with("hello"));
  CHECK(content.back() == '!');
  auto own = rill::map_mutable(folder / "f", {.private_copy = true});
  own.data()[0] = 'J';
  own.close();
  CHECK(content_of(folder / "f").starts_with("hello"));
}

TEST_CASE("os/win32/memory: memory without a file, longer when it is wanted") {
  os::mapping memory = os::map_memory(10, true);
  REQUIRE(!memory.error);
  CHECK(memory.size == os::page_size());
  std::string("kept").copy(memory.data, 4);
  memory = os::resize_memory(memory, 1'000'000);
  REQUIRE(!memory.error);
  CHECK(std::string(memory.data, 4) == "kept");
  CHECK(memory.data[999'999] == '\0');
  os::unmap(memory);
}

TEST_CASE("os/win32/memory: a large file is loaded through a map") {
  rill_test::folder const folder;
  std::string const all = pattern(6 << 20);
  set_content(folder / "f", all);
  auto const loaded = rill::load(folder / "f");
  CHECK(loaded.is_mapped());
  CHECK((bytes_of(loaded) == all));
  set_content(folder / "g", "small");
  CHECK(bytes_of(rill::load(folder / "g")) == "small");
}

TEST_CASE("os/win32/memory: a ring's byte behind the last is its first") {
  std::size_t const size = os::map_granularity();
  os::ring_memory const ring = os::map_twice(size);
  REQUIRE(!ring.error);
  for (std::size_t i = 0; i != size; ++i)
    ring.data[size + i] = static_cast<char>(i % 100);
  int wrong = 0;
  for (std::size_t i = 0; i != size; ++i)
    wrong += ring.data[i] != static_cast<char>(i % 100);
  CHECK(wrong == 0);
  os::unmap_twice(ring.data, size);
  CHECK(os::map_twice(0).error);
  CHECK(os::map_twice(~std::size_t{0}).error);
}

TEST_CASE("os/win32/memory: a lock excludes others, and may be taken again") {
  os::mutex lock;
  long long sum = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t != 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i != 20'000; ++i) {
        lock.lock();
        lock.lock();
        long long const before = sum;
        if (i % 4096 == 0) std::this_thread::yield();
        sum = before + 1;
        lock.unlock();
        lock.unlock();
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(sum == 80'000);
}

TEST_CASE("os/win32/memory: a thread sleeps until a word changes") {
  CHECK(bool(os::find_wait_calls().wait));
  unsigned word = 0;
  unsigned turns = 0;
  std::thread other([&] {
    for (unsigned turn = 0; turn != 1000; ++turn) {
      while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) != 2 * turn + 1)
        os::wait_while(word, 2 * turn);
      __atomic_store_n(&word, 2 * turn + 2, __ATOMIC_SEQ_CST);
      os::wake(word);
    }
  });
  for (unsigned turn = 0; turn != 1000; ++turn) {
    __atomic_store_n(&word, 2 * turn + 1, __ATOMIC_SEQ_CST);
    os::wake(word);
    while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) != 2 * turn + 2)
      os::wait_while(word, 2 * turn + 1);
    ++turns;
  }
  other.join();
  CHECK(turns == 1000);
  os::wait_while(word, 1);  // it is not 1: returns at once
}

TEST_CASE("os/win32/memory: a file's lock is told from a free one") {
  rill_test::folder const folder;
  rill::file const one = rill::file::update(folder / "f", {.create = true});
  rill::file const other = rill::file::update(folder / "f");
  using rill::lock_kind;
  auto const try_lock = [](rill::file const& file, lock_kind kind) {
    return os::lock_at_once(file.native_handle(), kind);
  };
  CHECK(!try_lock(one, lock_kind::exclusive));
  CHECK((try_lock(other, lock_kind::shared) ==
         rill::error_code(rill::library_problem::locked)));
  CHECK(!try_lock(one, lock_kind::shared));  // changes the kind of its lock
  CHECK(!try_lock(other, lock_kind::shared));
  os::unlock(one.native_handle());
  os::unlock(other.native_handle());
  CHECK(!try_lock(other, lock_kind::exclusive));
}

TEST_CASE("os/win32/memory: the clock goes forward, at the right speed") {
  unsigned long long const start = os::steady_nanoseconds();
  Sleep(50);
  unsigned long long const passed = os::steady_nanoseconds() - start;
  CHECK(passed >= 40'000'000);
  CHECK(passed < 20'000'000'000);
  os::clock_calls const before = os::clock_call;
  os::clock_call.frequency = [](long long* out) {
    *out = 10'000'000;
    return 1;
  };
  os::clock_call.counter = [](long long* out) {
    *out = 0x7FFF'FFFF'FFFF'FFFF;  // 29,000 years: must not overflow
    return 1;
  };
  unsigned long long const far_away = os::steady_nanoseconds();
  os::clock_call.counter = [](long long* out) {
    *out = 123'456'789;
    return 1;
  };
  unsigned long long const exact = os::steady_nanoseconds();
  os::clock_call.counter = [](long long*) { return 0; };
  unsigned long long const none = os::steady_nanoseconds();
  os::clock_call = before;
  CHECK(far_away == 0x7FFF'FFFF'FFFF'FFFFull * 100);
  CHECK(exact == 12'345'678'900);
  CHECK(none == 0);
}

TEST_CASE("os/win32/memory: the program's name, without folder and ending") {
  wchar_t path[1024];
  DWORD const size = GetModuleFileNameW(nullptr, path, 1024);
  std::wstring name(path, size);
  name = name.substr(name.rfind(L'\\') + 1);
  if (name.ends_with(L".exe")) name.resize(name.size() - 4);
  CHECK(std::string(os::program_name()) ==
        std::string(name.begin(), name.end()));
}

TEST_CASE("os/win32/memory: a stream's handle is the system's") {
  rill_test::folder const folder;
  FILE* const stream = fopen((folder / "f").c_str(), "wb");
  os::native_handle const handle = os::handle_of(stream);
  CHECK(os::status(handle).kind == rill::device_kind::regular);
  CHECK(!os::write_all(handle, "x", 1).error);
  CHECK(os::offset_of_stream(stream) >= 0);
  fclose(stream);
  CHECK(content_of(folder / "f") == "x");
}
