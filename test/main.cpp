// test/main.cpp: the main of every test program, and the record that
// tools/devtools/unit_tests.py reads.
//
// The record is a file named by RILL_TEST_RECORD, one line per event, each
// written before the next event, so that after a crash it still names the test
// that was running:
//   start NAME / file PATH / seconds NUMBER / pass NAME / fail NAME /
//   decorated NAME / left NAME / reason TEXT / finished (when main returns, and
//   not when a test ends the program)
#define DOCTEST_CONFIG_IMPLEMENT
#include "support/skip.h"

#include <doctest/doctest.h>
#include <rill/base/config.h>
#include <stdio.h>   // fopen, fprintf
#include <stdlib.h>  // getenv

#include <iostream>  // std::cout, to which doctest writes
#include <string>    // std::to_string

// AddressSanitizer keeps the local variables of a call in a block, which
// another call gets only some time after the first has returned: so it sees
// uses after the return. A call that an exception leaves does not return its
// block. The runtime looks for such blocks after a throw, and finds those of
// calls deeper than the one that looks. Thousands of throws in one test leave
// many; once no block is free, each call of the tests behind it looks too, and
// a test of 1 s took 50 s. __asan_handle_no_return, of
// <sanitizer/asan_interface.h>, makes the runtime look. Between two tests all
// calls of the first were deeper.
//
// max_uar_stack_size_log: 2^17 bytes of blocks, for each size of block, may be
// looked through after a throw, and not 2^20: a test that throws much took 26 s
// for 38. Some hundred calls come before a block is used again.
#if RILL_ADDRESS_SANITIZER
extern "C" void __asan_handle_no_return();
extern "C" char const* __asan_default_options() {
  return "max_uar_stack_size_log=17";
}
static void free_left_frames() { __asan_handle_no_return(); }
#else
static void free_left_frames() {}
#endif

namespace {

FILE* record = nullptr;

void note(char const* event, char const* text) {
  if (!record) return;
  fprintf(record, "%s %s\n", event, text);
  fflush(record);
}

struct recorder : doctest::IReporter {
  explicit recorder(doctest::ContextOptions const&) {}

  void test_case_start(doctest::TestCaseData const& test) override {
    name_ = test.m_name;
    free_left_frames();
    note("start", name_);
    note("file", test.m_file.c_str());
  }
  void test_case_end(doctest::CurrentTestCaseStats const& stats) override {
    note("seconds", std::to_string(stats.seconds).c_str());
    note(stats.testCaseSuccess ? "pass" : "fail", name_);
  }
  void test_case_skipped(doctest::TestCaseData const& test) override {
    note(test.m_skip ? "decorated" : "left", test.m_name);
  }

  void report_query(doctest::QueryData const&) override {}
  void test_run_start() override {}
  void test_run_end(doctest::TestRunStats const&) override {}
  void test_case_reenter(doctest::TestCaseData const&) override {}
  void test_case_exception(doctest::TestCaseException const&) override {}
  void subcase_start(doctest::SubcaseSignature const&) override {}
  void subcase_end() override {}
  void log_assert(doctest::AssertData const&) override {}
  void log_message(doctest::MessageData const&) override {}

 private:
  char const* name_ = "";
};

REGISTER_LISTENER("record", 1, recorder);

}  // namespace

void rill_test::skip(char const* reason) { note("reason", reason); }

int main(int argument_count, char** arguments) {
  if (char const* path = getenv("RILL_TEST_RECORD")) {
#if defined(_WIN32)
    record = fopen(path, "a");
#else
    record = fopen(path, "ae");
#endif
    if (!record) {
      perror(path);
      return 2;
    }
  }
  std::cout << std::unitbuf;  // no output is lost in a crash
  doctest::Context context(argument_count, arguments);
  int const status = context.run();
  note("finished", "");
  return status;
}
