// expect: rill: a command is a list of arguments:
// expect: rill::split_command(text)
//
// test/refuse/command_text.cpp: a text as a command, which no shell reads.
#include <rill/process/command.h>

int main() { rill::command c("git log"); }
