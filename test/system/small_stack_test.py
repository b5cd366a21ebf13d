"""Operations with -O2 on stacks as small as threads can have.
docs/behaviour.md, docs/filesystem.md and docs/numbers.md promise these sizes.
"""

import os

SOURCE = "test/system/programs/small_stack.cpp"
FILES = ("remove_all", "remove_nothing", "copy", "copy_file", "temporary",
         "replace", "walk")


def ran(tools, operation, kibibytes):
    program = tools.compile(SOURCE, flags=("-O2",))
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
