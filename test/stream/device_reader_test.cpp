// test/stream/device_reader_test.cpp: the base of readers over devices, with a
// device that follows a script.
// covers: stream/device_reader.h
#include <doctest/doctest.h>
#include <rill/scan.h>
#include <rill/stream/device_reader.h>

#include <stdexcept>
#include <string>
#include <utility>  // std::move

namespace {

using rill::detail::device_reader;

struct script {
  std::string bytes;
  std::size_t most = ~std::size_t{0};  // bytes a call
  std::size_t fails_behind = ~std::size_t{0};
  std::size_t throws_behind = ~std::size_t{0};
  bool fails_with_bytes = false;
  std::size_t done = 0;
};

class scripted_reader : public device_reader {
 public:
  scripted_reader(script& to, std::size_t size)
      : device_reader(source, size), device_(&to) {}
  scripted_reader(scripted_reader&& other) noexcept = default;

 private:
  static std::size_t get(device_reader& base, char* room, std::size_t size,
                         rill::error& why) {
    script& from = *static_cast<scripted_reader&>(base).device_;
    if (from.done >= from.throws_behind)
      throw std::runtime_error("thrown by the device");
    bool const fails = from.done + size >= from.fails_behind;
    if (fails && (from.fails_with_bytes || from.done >= from.fails_behind))
      why = rill::error(rill::library_problem::device_failed, "read",
                        "a device", rill::text("the wire is cut"));
    std::size_t const left = from.bytes.size() - from.done;
    std::size_t given = size < left ? size : left;
    if (given > from.most) given = from.most;
    if (fails && given > from.fails_behind - from.done)
      given = from.fails_behind - from.done;
    from.bytes.copy(room, given, from.done);
    from.done += given;
    return given;
  }
  static constexpr rill::detail::device_source source{get, "a device"};

  script* device_;
};

}  // namespace

TEST_CASE(
    "stream/device_reader: numbers over short reads are those of the text") {
  std::string text;
  for (int i = 0; i < 500; ++i)
    text += std::to_string(i * i) + (i % 7 ? " " : "\n");
  for (std::size_t buffer : {1u, 2u, 16u, 4096u}) {
    for (std::size_t most : {1u, 2u, 5u, 100000u}) {
      script device{.bytes = text, .most = most};
      scripted_reader in(device, buffer);
      int value = 0;
      int count = 0;
      while (rill::scan(in, value)) {
        CHECK(value == count * count);
        ++count;
      }
      CHECK(count == 500);
      CHECK(!in.error());
    }
  }
}

TEST_CASE(
    "stream/device_reader: an error comes behind the bytes before it, in the "
    "device's words") {
  for (bool with_bytes : {false, true}) {
    script device{.bytes = "12 34 56\n78",
                  .fails_behind = 7,
                  .fails_with_bytes = with_bytes};
    scripted_reader in(device, 16);
    int value = 0;
    CHECK(rill::scan(in, value));
    CHECK(rill::scan(in, value));
    CHECK(value == 34);
    rill::scan_result const got = rill::try_scan(in, value);
    REQUIRE(!got);
    std::string const what = got.error().what();
    CHECK(what.find("a device") != std::string::npos);
    CHECK(what.find("the wire is cut") != std::string::npos);
    CHECK(got.error().code() == rill::library_problem::device_failed);
    CHECK(in.error() == rill::library_problem::device_failed);
  }
}

TEST_CASE("stream/device_reader: a place is told by the name of the device") {
  script device{.bytes = "1 2\n3 x\n"};
  scripted_reader in(device, 16);
  int a, b, c, d;
  rill::scan_result const got = rill::try_scan(in, a, b, c, d);
  REQUIRE(!got);
  CHECK(std::string(got.error().what()).rfind("a device:2:3: ", 0) == 0);
}

TEST_CASE("stream/device_reader: what the device throws arrives") {
  script device{.bytes = "12 34", .most = 3, .throws_behind = 3};
  scripted_reader in(device, 16);
  int value = 0;
  CHECK(rill::scan(in, value));
  CHECK(value == 12);
  CHECK_THROWS_AS(rill::scan(in, value), std::runtime_error);
}

TEST_CASE(
    "stream/device_reader: a moved reader goes on where the one before stood") {
  script device{.bytes = "12 34 56"};
  scripted_reader first(device, 16);
  int value = 0;
  CHECK(rill::scan(first, value));
  scripted_reader second(std::move(first));
  CHECK(rill::scan(second, value));
  CHECK(value == 34);
  CHECK(!first.try_at_end());
}
