"""Operations with -O2 on stacks as small as threads can have.
docs/behaviour.md, docs/filesystem.md and docs/numbers.md promise these sizes.
"""

import os

SOURCE = "test/system/programs/small_stack.cpp"
DATA = "test/system/programs/small_stack_data.cpp"
THREAD = "test/system/programs/small_thread.cpp"
IN_THREADS = ("transcode", "transcode_chinese", "transcode_copy",
              "encoded_files", "replace", "files", "spawn", "run", "pipeline",
              "program", "trace", "values", "digests", "end")
FILES = ("remove_all", "remove_nothing", "copy", "copy_file", "temporary",
         "replace", "walk")


def ran(tools, operation, kibibytes, source=SOURCE):
    program = tools.compile(source, flags=("-O2",))
    folder = os.path.join(tools.folder, operation)
    os.mkdir(folder)
    seen = tools.run([program, operation, str(kibibytes), folder], limit=60)
    assert (seen.status, seen.err) == (0, b""), (operation, seen)


def test_folders_and_files(tools):
    for operation in FILES:
        ran(tools, operation, 12)


def test_the_place_of_an_error(tools):
    ran(tools, "places", 12)


def test_numbers_of_thousands_of_digits(tools):
    ran(tools, "print_numbers", 12)
    ran(tools, "read_numbers", 16)
    ran(tools, "print_long_double", 20)
    ran(tools, "print_fixed", 48)


def runs_in_threads(tools, compiler):
    # All symbols are bound at the start: the dynamic linker saves registers on
    # the stack, as many as the processor has.
    program = tools.compile(
        THREAD, ("-O2", "-pthread", "-DRILL_TRACING=1", "-Wl,-z,now"), compiler)
    for operation in IN_THREADS:
        folder = os.path.join(tools.folder, operation)
        os.mkdir(folder)
        report = os.path.join(folder, "report")
        seen = tools.run([program, operation, folder], limit=60,
                         environment={"RILL_TRACE": report})
        assert seen.status == 0, (operation, seen)
        if operation == "end":
            with open(report, encoding="utf-8") as file:
                assert "standard output" in file.read()


def test_threads_of_the_least_stack(tools):
    runs_in_threads(tools, "gcc")


def test_threads_of_the_least_stack_with_clang(tools):
    runs_in_threads(tools, "clang")


def test_compression(tools):
    for operation in ("gzip", "zstd", "lz4"):
        ran(tools, operation, 12, DATA)
    # A thread of 16 KiB has about 12, and its own state.
    ran(tools, "gzip_index", 10, DATA)


def test_bytes_of_nested_values(tools):
    ran(tools, "nested", 32, DATA)
    ran(tools, "nested_tagged", 44, DATA)
