// For sweeps that fail every system call: a stand-in for CFile over a
// descriptor, written from the members that Microsoft documents.
#include <errno.h>
#include <fcntl.h>
#include <rill/driver/mfc.h>
#include <rill/rill.h>
#include <unistd.h>

#include <string>

#include "sweeping.h"

class CException {
 public:
  virtual ~CException() = default;
  virtual int GetErrorMessage(char*, unsigned, unsigned* = nullptr) const {
    return 0;
  }
  void Delete() { delete this; }
};
class CFileException : public CException {
 public:
  explicit CFileException(long number) : m_lOsError(number) {}
  long m_lOsError;
};

namespace {

class CFile {
 public:
  explicit CFile(char const* path)
      : path_(path), handle_(::open(path, O_WRONLY | O_CREAT, 0666)) {
    if (handle_ < 0) throw new CFileException(errno);
  }
  CFile(CFile const&) = delete;
  CFile& operator=(CFile const&) = delete;
  ~CFile() {
    if (handle_ >= 0) ::close(handle_);
  }

  void Write(void const* data, unsigned size) {
    auto const* at = static_cast<char const*>(data);
    while (size != 0) {
      ssize_t const count = ::write(handle_, at, size);
      if (count <= 0) throw new CFileException(count < 0 ? errno : EIO);
      at += count;
      size -= static_cast<unsigned>(count);
    }
  }
  unsigned Read(void*, unsigned) { return 0; }
  void Flush() {
    if (::fsync(handle_) != 0) throw new CFileException(errno);
  }
  void Close() {
    int const closed = handle_;
    handle_ = -1;
    if (::close(closed) != 0) throw new CFileException(errno);
  }
  std::string GetFilePath() const { return path_; }

 private:
  std::string path_;
  int handle_;
};

int run(std::string_view kind, char const* path) {
  try {
    CFile file(path);
    if (kind == "writer") {
      rill::mfc_writer out(file, swept_buffer);
      write_lines(out);
      out.close();
    } else if (kind == "left") {  // its destructor reports without a flush
      rill::mfc_writer out(file, swept_buffer);
      write_lines(out);
    } else {
      return 99;
    }
    file.Close();
  } catch (CException* thrown) {
    thrown->Delete();
    return 3;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) { return sweep_main(count, words, run); }
