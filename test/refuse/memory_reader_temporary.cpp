// expect: rill: a reader of a temporary string would outlive it
//
// test/refuse/memory_reader_temporary.cpp: a reader of a temporary string.
#include <rill/stream.h>

#include <string>

std::string text();

int main() { rill::memory_reader in(text()); }
