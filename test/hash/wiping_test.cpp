// test/hash/wiping_test.cpp: keys that are made of keys, looked for in the
// stack of a thread that has ended.
// covers: hash/hmac.h
// platforms: posix
#include <doctest/doctest.h>
#include <pthread.h>
#include <rill/hash/hmac.h>
#include <rill/hash/sha.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace {

// What ends a thread writes to the upper end of its stack.
template <class Make>
[[gnu::noinline]] void call_far_below(Make& make) {
  char above[1 << 16];
  asm volatile("" : : "r"(above) : "memory");
  make();
  asm volatile("" : : "r"(above) : "memory");
}

// Calls make() on a stack of its own, and returns what that stack then has.
template <class Make>
std::string stack_after(Make make) {
  constexpr std::size_t size = 1u << 20, page = 4096;
  auto const block = std::make_unique<char[]>(size + page);
  void* stack = block.get();
  std::size_t room = size + page;
  REQUIRE(std::align(page, size, stack, room) != nullptr);
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstack(&attributes, stack, size) == 0);
  pthread_t thread;
  auto const run = [](void* object) -> void* {
    call_far_below(*static_cast<Make*>(object));
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, &make) == 0);
  REQUIRE(pthread_join(thread, nullptr) == 0);
  pthread_attr_destroy(&attributes);
  return {static_cast<char const*>(stack), size};
}

template <class Bytes>
std::string bytes_of(Bytes const& from) {
  return {reinterpret_cast<char const*>(from.data()), from.size()};
}
// Whether the stack has 16 bytes of these, from their beginning or end. A word
// of eight bytes is on the stack of code that was not optimised.
bool has_part_of(std::string const& stack, std::string const& secret) {
  std::string_view const bytes = secret;
  return stack.find(bytes.substr(0, 16)) != stack.npos ||
         stack.find(bytes.substr(bytes.size() - 16)) != stack.npos;
}

// What make() writes to memory on the heap, and leaves nowhere else.
template <class Key, class Make>
void check_is_wiped(Make make) {
  auto const key = std::make_unique<Key>();
  auto const write = [&] { *key = make(); };
  std::string const stack = stack_after(write);
  CHECK_FALSE(has_part_of(stack, bytes_of(*key)));
}

template <class Hash>
void check_keys() {
  std::string const key(300, 'k');
  constexpr std::size_t size = Hash::size;
  using whole = rill::secret<size>;
  using longer = rill::secret<2 * size>;
  check_is_wiped<whole>([&] { return rill::hkdf<Hash>::extract(key, "salt"); });
  check_is_wiped<longer>([&] {
    return rill::hkdf<Hash>::template derive<2 * size>(key, "salt", "info");
  });
  for (unsigned long rounds : {1ul, 2ul})
    check_is_wiped<longer>([&] {
      return rill::pbkdf2<Hash>::template derive<2 * size>(key, "salt", rounds);
    });
}

}  // namespace

TEST_CASE("hash/wiping: a key on the stack is found") {
  std::string const key(40, 'x');
  std::string const stack = stack_after([&] {
    auto const code = rill::sha256::of(key);
    asm volatile("" : : "r"(&code) : "memory");
  });
  CHECK(has_part_of(stack, bytes_of(rill::sha256::of(key))));
}

// Not with MD5: the words that it holds in registers, which a compiler may put
// on the stack, are the bytes of its digests as they are.
TEST_CASE("hash/wiping: keys that are made of keys") {
  check_keys<rill::sha256>();
  check_keys<rill::sha512>();
  check_keys<rill::sha1>();
}

TEST_CASE("hash/wiping: the hash of a long key") {
  std::string const key(300, 'k');
  auto const hashed = bytes_of(rill::sha256::of(key));
  auto const code = std::make_unique<rill::mac<32>>();
  std::string const stack = stack_after(
      [&] { *code = rill::hmac<rill::sha256>::of(key, "a message"); });
  CHECK_FALSE(has_part_of(stack, hashed));
}
