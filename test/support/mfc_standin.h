// test/support/mfc_standin.h: a stand-in for the files, strings and exceptions
// of MFC, which is not free software and not available on Linux.
//
// It has the members that Microsoft documents, with the underlying types (UINT
// is unsigned, BOOL is int). It thus shows that driver/mfc.h fits the
// documented interface, not that it fits MFC. Files are in memory, and their
// calls follow a script.
#ifndef RILL_TEST_SUPPORT_MFC_STANDIN_H
#define RILL_TEST_SUPPORT_MFC_STANDIN_H

#include <cstddef>
#include <string>
#include <utility>  // std::move

template <class Character>
class CStringT {
 public:
  using XCHAR = Character;

  CStringT() = default;
  CStringT(Character const* text) : characters_(text) {}
  CStringT(Character const* text, int length)
      : characters_(text, static_cast<std::size_t>(length)) {}

  int GetLength() const { return static_cast<int>(characters_.size()); }
  Character const* GetString() const { return characters_.c_str(); }
  operator Character const*() const { return GetString(); }
  void SetString(Character const* text, int length) {
    characters_.assign(text, static_cast<std::size_t>(length));
  }
  void Append(Character const* text, int length) {
    characters_.append(text, static_cast<std::size_t>(length));
  }
  // The length of the string changes only with ReleaseBuffer...().
  Character* GetBufferSetLength(int length) {
    buffer_.assign(static_cast<std::size_t>(length) + 1, Character{'?'});
    return buffer_.data();
  }
  void ReleaseBufferSetLength(int length) {
    characters_.assign(buffer_, 0, static_cast<std::size_t>(length));
  }

  std::basic_string<Character> const& all() const { return characters_; }

 private:
  std::basic_string<Character> characters_, buffer_;
};
using CStringA = CStringT<char>;
using CStringW = CStringT<wchar_t>;
using CString = CStringW;  // in a build for Unicode

class CObject {
 public:
  virtual ~CObject() = default;
  CObject(CObject const&) = delete;
  CObject& operator=(CObject const&) = delete;

 protected:
  CObject() = default;
};

// Thrown by pointer; the catching code destroys it with Delete().
class CException : public CObject {
 public:
  explicit CException(std::wstring says) : says_(std::move(says)) { ++living; }
  ~CException() override { --living; }
  virtual int GetErrorMessage(wchar_t* room, unsigned size,
                              unsigned* help = nullptr) const {
    if (help) *help = 0;
    if (says_.empty()) return 0;
    std::size_t const count = says_.copy(room, size - 1);
    room[count] = 0;
    return 1;
  }
  void Delete() { delete this; }

  static inline int living = 0;

 private:
  std::wstring says_;
};

class CFileException : public CException {
 public:
  CFileException(int cause, long number, std::wstring says)
      : CException(std::move(says)), m_cause(cause), m_lOsError(number) {}
  int m_cause;
  long m_lOsError;
};

struct mfc_script {
  unsigned most_read = 1u << 30;  // bytes of a read at most
  int fails_at = -1;              // index of the call of Write, Read or Flush
  int throws_at = -1;             // the same, and throws an int
  long number = -1;               // m_lOsError
  bool throws_any = false;        // a CException but not a CFileException
  bool cannot_seek = false;       // GetPosition() throws
  bool has_no_path = false;       // GetFilePath() throws
  std::wstring says = L"disk full. ";
};

class CFile : public CObject {
 public:
  explicit CFile(mfc_script how = {}) : script(std::move(how)) {}

  virtual unsigned Read(void* room, unsigned size) {
    next_call();
    ++reads;
    std::size_t given = size < script.most_read ? size : script.most_read;
    given = content.copy(static_cast<char*>(room), given, place);
    place += given;
    return static_cast<unsigned>(given);
  }
  virtual void Write(void const* data, unsigned size) {
    next_call();
    ++writes;
    content.append(static_cast<char const*>(data), size);
  }
  virtual void Flush() {
    next_call();
    ++flushes;
  }
  enum SeekPosition { begin, current, end };
  virtual unsigned long long GetPosition() const {
    if (script.cannot_seek) throw new CException(script.says);
    return place;
  }
  virtual unsigned long long Seek(long long offset, unsigned from) {
    next_call();
    if (from == begin) place = static_cast<std::size_t>(offset);
    return place;
  }
  virtual void Close() { is_closed = true; }
  virtual CString GetFilePath() const {
    if (script.has_no_path) throw new CException({});
    return path;
  }

  mfc_script script;
  CString path;
  std::string content;
  std::size_t place = 0;
  int calls = 0, reads = 0, writes = 0, flushes = 0;
  bool is_closed = false;

 private:
  void next_call() {
    int const call = calls++;
    if (call == script.throws_at) throw call;
    if (call != script.fails_at) return;
    if (script.throws_any) throw new CException(script.says);
    throw new CFileException(13, script.number, script.says);
  }
};

class CMemFile : public CFile {
 public:
  using CFile::CFile;
};

#endif
