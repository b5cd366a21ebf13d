// expect: rill: a time-out needs a unit: std::chrono::seconds(2)
//
// test/refuse/run_time_without_unit.cpp: a time-out that is a number.
#include <rill/process.h>

int main() { rill::run({"ls"}, {.timeout = 5}); }
