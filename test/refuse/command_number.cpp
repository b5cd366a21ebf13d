// expect: rill: a number is not an argument of a program: pass its digits
//
// test/refuse/command_number.cpp: a number among the arguments of a command.
#include <rill/process/command.h>

int main() { rill::command c{"sleep", 5}; }
