// rill/records.h: values in records, with checksums: messages and logs.
//
//     rill::write_record(rill::file::append("orders.log"), order);
//
//     for (order_type& o :
//          rill::records<order_type>(rill::file_reader("orders.log"))) …
//     rill::repair_records("orders.log");
//
// A record has a length, a hash of its type and checksums. Layout:
// docs/binary.md.
#ifndef RILL_RECORDS_H
#define RILL_RECORDS_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "binary/records.h"

#endif
