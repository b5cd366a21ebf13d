// race/contenders/binary/binary.h: the loops of the heats, which write and read
// values repeatedly.
//
// A library takes part by a codec:
//   codec(capacity)                  has a buffer of that many bytes
//   size_t write(value)              into its buffer, from the start
//   char const* data()               of that buffer
//   void read(data, size, value)     into an existing value
//   static auto fresh(value)         a new object with the bytes
#ifndef RACE_CONTENDERS_BINARY_BINARY_H
#define RACE_CONTENDERS_BINARY_BINARY_H

#include <cstring>
#include <fstream>
#include <streambuf>
#include <type_traits>

#include "../contender.h"
#include "monster.h"

namespace race {

// How often one run writes or reads a list of numbers.
inline constexpr size_t passes = 5;

// An upper bound of any contender's message for the monsters.
inline constexpr size_t message_size = buffer_size / 2;

// The memory of a codec; all its pages have been touched.
class message_memory {
 public:
  explicit message_memory(size_t capacity)
      : memory_(allocate<char>(capacity)) {}
  ~message_memory() { free(memory_.data); }
  message_memory(message_memory const&) = delete;
  message_memory& operator=(message_memory const&) = delete;

  char* data() const { return memory_.data; }
  size_t size() const { return memory_.size; }

 private:
  block<char> memory_;
};

// Memory as a stream, for libraries that take streams only.
class memory_streambuf : public std::streambuf {
 public:
  memory_streambuf(char* to, size_t size) { setp(to, to + size); }
  memory_streambuf(char const* from, size_t size) {
    auto* const begin = const_cast<char*>(from);
    setg(begin, begin, begin + size);
  }
  size_t written() const { return static_cast<size_t>(pptr() - pbase()); }
};

// Parses the plain form that race/inputs/generate.cpp writes.
class monster_loader {
 public:
  explicit monster_loader(block<char> const& from)
      : at_(from.begin()), end_(from.end()) {}

  monsters all() {
    monsters made;
    while (at_ != end_) {
      made.emplace_back();
      get(made.back());
    }
    return made;
  }

 private:
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_same_v<T, vec3>
  void get(T& value) {
    if (static_cast<size_t>(end_ - at_) < sizeof value) fail("the input");
    memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
  }
  template <class List>
    requires requires(List& list) { list.resize(1); }
  void get(List& list) {
    std::uint8_t count = 0;
    get(count);
    list.resize(count);
    for (auto& one : list) get(one);
  }
  void get(color& value) {
    std::uint8_t number = 0;
    get(number);
    value = static_cast<color>(number);
  }
  void get(weapon& value) {
    get(value.name);
    get(value.damage);
  }
  void get(monster& value) {
    get(value.pos);
    get(value.mana);
    get(value.hp);
    get(value.name);
    get(value.inventory);
    get(value.color);
    get(value.weapons);
    get(value.equipped);
    get(value.path);
  }

  char const* at_;
  char const* end_;
};

inline monsters load_monsters(job const& j) {
  auto const bytes = load<char>(j.input);
  monsters made = monster_loader(bytes).all();
  free(bytes.data);
  return made;
}

template <class T>
std::vector<T> load_numbers(job const& j) {
  auto const bytes = load<T>(j.input);
  std::vector<T> made(bytes.begin(), bytes.end());
  free(bytes.data);
  return made;
}

// Whether the heat's name ends in `what`: read-ints.
inline bool is_about(job const& j, char const* what) {
  char const* const name = strrchr(j.heat, '-');
  return name != nullptr && strcmp(name + 1, what) == 0;
}

// Calls use(value, times, capacity) with the heat's value, the number of times
// to write or read it, and room for its bytes.
template <class Use>
uint64_t with_value(job const& j, Use use) {
  auto const capacity = [](auto const& numbers) {
    return numbers.size() * 6 + 64;
  };
  if (is_about(j, "ints")) {
    auto const value = load_numbers<std::int32_t>(j);
    return use(value, passes, capacity(value));
  }
  if (is_about(j, "floats")) {
    auto const value = load_numbers<float>(j);
    return use(value, passes, capacity(value));
  }
  return use(load_monsters(j), j.count, message_size);
}

// Makes the compiler assume that the object is used and all memory changes.
template <class T>
inline void keep(T& object) {
  asm volatile("" : : "r"(&object) : "memory");
}

// For codecs that read into objects of their own: copies them to the value.
template <class Codec, class T>
inline void finish_reading(Codec& codec, T& value) {
  if constexpr (requires { codec.store(value); }) codec.store(value);
}

// Fails if the value read differs from the one written; returns its sum.
template <class T>
uint64_t verified(T const& made, T const& value) {
  if (!(made == value)) fail("what was read differs");
  return sum_of(made);
}

template <class Codec>
uint64_t write_row(job const& j) {
  return with_value(j, [](auto const& value, size_t times, size_t capacity) {
    Codec codec(capacity);
    size_t size = codec.write(value);
    start_clock();
    for (size_t i = 0; i != times; ++i) {
      size = codec.write(value);
      keep(codec);
    }
    stop_clock();
    std::remove_cvref_t<decltype(value)> made;
    codec.read(codec.data(), size, made);
    finish_reading(codec, made);
    return verified(made, value);
  });
}

template <class Codec>
uint64_t read_row(job const& j) {
  return with_value(j, [](auto const& value, size_t times, size_t capacity) {
    Codec codec(capacity);
    size_t const size = codec.write(value);
    std::remove_cvref_t<decltype(value)> made;
    codec.read(codec.data(), size, made);
    start_clock();
    for (size_t i = 0; i != times; ++i) {
      codec.read(codec.data(), size, made);
      keep(made);
    }
    stop_clock();
    finish_reading(codec, made);
    return verified(made, value);
  });
}

// Writes into a new object with the bytes each time.
template <class Codec>
uint64_t write_fresh_row(job const& j) {
  return with_value(j, [](auto const& value, size_t times, size_t capacity) {
    start_clock();
    for (size_t i = 0; i != times; ++i) {
      auto bytes = Codec::fresh(value);
      keep(bytes);
    }
    stop_clock();
    auto const bytes = Codec::fresh(value);
    std::remove_cvref_t<decltype(value)> made;
    Codec(capacity).read(reinterpret_cast<char const*>(bytes.data()),
                         bytes.size(), made);
    return verified(made, value);
  });
}

// Reads into a new object each time, by `read`, or by the codec's own.
template <class Codec, class Read>
uint64_t read_fresh_by(job const& j, Read read) {
  return with_value(j, [&](auto const& value, size_t times, size_t capacity) {
    Codec codec(capacity);
    size_t const size = codec.write(value);
    start_clock();
    for (size_t i = 0; i != times; ++i) {
      std::remove_cvref_t<decltype(value)> made;
      read(codec, size, made);
      keep(made);
    }
    stop_clock();
    std::remove_cvref_t<decltype(value)> made;
    read(codec, size, made);
    return verified(made, value);
  });
}
template <class Codec>
uint64_t read_fresh_row(job const& j) {
  return read_fresh_by<Codec>(j, [](Codec& codec, size_t size, auto& made) {
    codec.read(codec.data(), size, made);
  });
}

// Writes and reads the monsters of a file once, and prints the size of the
// message. Returns the exit status.
template <class Codec>
int round_trip(char const* path) {
  monsters const value = load_monsters({"", 1, path, ""});
  Codec codec(message_size);
  size_t const size = codec.write(value);
  monsters made;
  codec.read(codec.data(), size, made);
  finish_reading(codec, made);
  printf("%zu\n", size);
  return made == value || size == 0 ? 0 : 1;
}

inline int create_output(job const& j) {
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) fail("open");
  return fd;
}

// What a program does by hand if the library knows memory only: a block of 128
// KiB with messages, each behind its size in four bytes.
template <class Codec>
class framed_output {
 public:
  explicit framed_output(job const& j) : fd_(create_output(j)) {}

  void write(monsters const& value) {
    if constexpr (requires { codec_.write_at(at_, value); }) {
      if (room() < 4 + message_size) drain();
      put_size(codec_.write_at(at_ + 4, value));
    } else {
      size_t const size = codec_.write(value);
      if (room() < 4 + size) drain();
      memcpy(at_ + 4, codec_.data(), size);
      put_size(size);
    }
  }
  void finish() {
    drain();
    close(fd_);
  }

 private:
  size_t room() const {
    return static_cast<size_t>(block_ + sizeof block_ - at_);
  }
  void put_size(size_t size) {
    auto const word = static_cast<std::uint32_t>(size);
    memcpy(at_, &word, 4);
    at_ += 4 + size;
  }
  void drain() {
    write_all(fd_, block_, static_cast<size_t>(at_ - block_));
    at_ = block_;
  }

  int fd_;
  Codec codec_{message_size};
  char block_[buffer_size];
  char* at_ = block_;
};

template <class Codec>
class framed_input {
 public:
  explicit framed_input(job const& j)
      : fd_(open(j.output, O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) fail("open");
  }

  void read(monsters& value) {
    need(4);
    std::uint32_t size = 0;
    memcpy(&size, at_, 4);
    at_ += 4;
    need(size);
    codec_.read(at_, size, value);
    at_ += size;
  }
  void finish() { close(fd_); }

 private:
  void need(size_t size) {
    auto left = static_cast<size_t>(end_ - at_);
    if (left >= size) return;
    memmove(block_, at_, left);
    at_ = block_;
    while (left < size) {
      ssize_t const n = ::read(fd_, block_ + left, sizeof block_ - left);
      if (n <= 0) fail("the file is too short");
      left += static_cast<size_t>(n);
    }
    end_ = block_ + left;
  }

  int fd_;
  Codec codec_{64};
  char block_[buffer_size];
  char const* at_ = block_;
  char const* end_ = block_;
};

// The same over a std::ofstream and a std::ifstream.
template <class Codec>
class stream_output {
 public:
  explicit stream_output(job const& j) : to_(j.output, std::ios::binary) {}
  void write(monsters const& value) {
    size_t const size = codec_.write(value);
    auto const word = static_cast<std::uint32_t>(size);
    to_.write(reinterpret_cast<char const*>(&word), 4);
    to_.write(codec_.data(), static_cast<std::streamsize>(size));
  }
  void finish() {
    if (!to_.flush()) fail("the stream");
  }

 private:
  std::ofstream to_;
  Codec codec_{message_size};
};
template <class Codec>
class stream_input {
 public:
  explicit stream_input(job const& j) : from_(j.output, std::ios::binary) {}
  void read(monsters& value) {
    std::uint32_t size = 0;
    from_.read(reinterpret_cast<char*>(&size), 4);
    if (!from_ || size > sizeof block_) fail("the stream");
    from_.read(block_, size);
    if (!from_) fail("the stream");
    codec_.read(block_, size, value);
  }
  void finish() {}

 private:
  std::ifstream from_;
  Codec codec_{64};
  char block_[message_size];
};

template <class Output>
void write_file(job const& j, monsters const& value) {
  Output to(j);
  for (size_t i = 0; i != j.count; ++i) to.write(value);
  to.finish();
}
template <class Input>
void read_file(job const& j, monsters& made) {
  Input from(j);
  for (size_t i = 0; i != j.count; ++i) from.read(made);
  from.finish();
}

// Timed from open to close.
template <class Output, class Input>
uint64_t write_file_row(job const& j) {
  monsters const value = load_monsters(j);
  start_clock();
  write_file<Output>(j, value);
  stop_clock();
  monsters made;
  read_file<Input>(j, made);
  return verified(made, value);
}
// Reads a file that the row's own library wrote before the clock runs.
template <class Output, class Input>
uint64_t read_file_row(job const& j) {
  monsters const value = load_monsters(j);
  write_file<Output>(j, value);
  monsters made;
  start_clock();
  read_file<Input>(j, made);
  stop_clock();
  return verified(made, value);
}

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_BINARY_H
