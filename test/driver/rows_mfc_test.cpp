// test/driver/rows_mfc_test.cpp: the rows of all devices (support/devices/)
// over a stand-in for MFC's files.
#include <doctest/doctest.h>
#include <rill/driver/mfc.h>

#include <memory>
#include <utility>  // std::move

#include "../support/devices/check.h"
#include "../support/mfc_standin.h"

using namespace rill_test;

namespace {

// A CFile whose calls follow a row. Write() writes all bytes or throws.
class row_file : public CFile {
 public:
  explicit row_file(scripted_sink& to) : to_(&to) { path = L"rows.txt"; }
  explicit row_file(scripted_source& from) : from_(&from) {
    path = L"rows.txt";
  }

  void Write(void const* data, unsigned size) override {
    auto const* const bytes = static_cast<char const*>(data);
    for (unsigned done = 0; done != size;) {
      long const count = to_->take(bytes + done, size - done);
      if (count <= 0) fail(count);
      done += static_cast<unsigned>(count);
    }
  }
  unsigned Read(void* out, unsigned size) override {
    long const count = from_->give(static_cast<char*>(out), size);
    if (count < 0) fail(count);
    return static_cast<unsigned>(count);
  }

 private:
  // The exception has no error number if the device gives none.
  [[noreturn]] static void fail(long count) {
    throw new CFileException(13, count < 0 ? errno : -1, L"no words");
  }

  scripted_sink* to_ = nullptr;
  scripted_source* from_ = nullptr;
};

// The file keeps its address when the writer or reader over it moves.
struct writing_sink {
  std::unique_ptr<row_file> file;
  rill::mfc_writer out;
  writing_sink(scripted_sink& to, std::size_t size)
      : file(std::make_unique<row_file>(to)), out(*file, size) {}
  writing_sink(writing_sink&&) = default;
  writing_sink& operator=(writing_sink&& other) noexcept {
    out = std::move(other.out);  // the writer before its file
    if (this != &other) file = std::move(other.file);
    return *this;
  }
  auto& sink() { return out; }
};
struct direct_sink {
  row_file file;
  direct_sink(scripted_sink& to, std::size_t) : file(to) {}
  auto& sink() { return file; }
};
struct reading_source {
  std::unique_ptr<row_file> file;
  rill::mfc_reader in;
  reading_source(scripted_source& from, std::size_t size)
      : file(std::make_unique<row_file>(from)), in(*file, size) {}
  auto& source() { return in; }
};

rill::error_code code_of_mfc(scripted_device const& device) {
  if (device.plan.how == failure::nothing)
    return rill::library_problem::device_failed;
  if (device.plan.how == failure::number)
    return {rill::error_source::system, device.plan.number};
  return device.code();
}

}  // namespace

TEST_CASE("driver/rows_mfc: mfc_writer") {
  sink_fixture fixture =
      sink_of<writing_sink>("to a CFile", fails | throws | reenters | is_lazy);
  fixture.code = code_of_mfc;
  check_rows(fixture, "clears errors, is interrupted");
  CHECK(CException::living == 0);
}

TEST_CASE("driver/rows_mfc: CFile") {
  sink_fixture fixture = sink_of<direct_sink>(
      "rows.txt", fails | throws | is_lazy | is_whole, {16, 4096});
  fixture.code = code_of_mfc;
  fixture.drops_calls = true;
  check_rows(fixture,
             "assigns, closes, flushes, is interrupted, moves, reenters");
  CHECK(CException::living == 0);
}

TEST_CASE("driver/rows_mfc: mfc_reader") {
  source_fixture fixture = source_of<reading_source>(
      "rows.txt", fails | throws | goes_on | is_prompt | tells_places);
  fixture.code = code_of_mfc;
  check_rows(fixture, "closes, is interrupted");
  CHECK(CException::living == 0);
}
