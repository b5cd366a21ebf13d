// test/hash/wiping_test.cpp: searches the stack of a thread that has ended for
// derived keys, which must be wiped.
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

// Calls make() 64 KiB below, because the end of a thread overwrites the upper
// end of its stack.
template <class Make>
[[gnu::noinline]] void call_far_below(Make& make) {
  char above[1 << 16];
  asm volatile("" : : "r"(above) : "memory");
  make();
  asm volatile("" : : "r"(above) : "memory");
}

// Calls make() in a thread, and returns the content of its stack afterwards.
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
// Whether the stack holds the first or the last 16 bytes of the secret. Fewer
// would not do: code without optimisation spills words of eight bytes.
bool has_part_of(std::string const& stack, std::string const& secret) {
  std::string_view const bytes = secret;
  return stack.find(bytes.substr(0, 16)) != stack.npos ||
         stack.find(bytes.substr(bytes.size() - 16)) != stack.npos;
}

// Checks that make(), whose key goes to the heap, leaves no copy on the stack.
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

// Not with MD5: its state words are the bytes of its digest in their order, and
// a compiler may spill them to the stack.
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
