// expect: rill: a reader of a temporary string would outlive it
//
// test/refuse/any_reader_temporary.cpp: a reader that would own a view of a
// temporary.
#include <rill/any.h>
#include <rill/stream.h>

#include <string>

std::string text();

int main() { rill::any_reader in = rill::from(text()); }
