// expect: rill: a command is a list of arguments:
// expect: rill::split_command(text)
//
// test/refuse/command_text.cpp: a string as a command; no shell splits it.
#include <rill/process/command.h>

int main() { rill::command c("git log"); }
