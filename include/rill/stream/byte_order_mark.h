// rill/stream/byte_order_mark.h: what is asked of an encoded stream besides
// its encoding.
//
// Floor 4. Tests: test/stream/encoded_writer_test.cpp,
// test/stream/decoded_reader_test.cpp.
#ifndef RILL_STREAM_BYTE_ORDER_MARK_H
#define RILL_STREAM_BYTE_ORDER_MARK_H

#include "../base/config.h"
#include "../unicode/problem.h"

namespace rill::inline RILL_BUILD {

/// What is done with a byte-order mark, U+FEFF at the beginning.
enum class byte_order_mark : unsigned char {
  as_encoding,  ///< as its name says: UTF-16 and UTF-32 have one
  yes,          ///< written; when one is there, not read as text
  no,           ///< not written; read as the character U+FEFF
};

/// What can be chosen of an encoded_writer and a decoded_reader.
struct encoding_options {
  text_policy policy = text_policy::strict;
  byte_order_mark mark = byte_order_mark::as_encoding;
  std::size_t buffer_size = RILL_BUFFER_SIZE;
};

}  // namespace rill::inline RILL_BUILD

#endif
