"""Shared libraries that the test makes: their symbols are found, they stay
loaded while an object refers to them, and are removed when they are unloaded.
"""

import os
import shutil

LIBRARY = r"""
#include <unistd.h>

extern "C" {
int number = 42;
int const* null_variable = nullptr;
int twice(int x) { return 2 * x; }
void absent() __attribute__((ifunc("resolve_absent")));
void (*resolve_absent())() { return nullptr; }
}
static void say(char const* words, unsigned long size) {
  (void)!::write(1, words, size);
}
[[gnu::constructor]] static void start() { say("loaded\n", 7); }
[[gnu::destructor]] static void end() { say("unloaded\n", 9); }
"""

PROGRAM = r"""
#include <rill/print.h>
#include <rill/process/program.h>

#include <string>

extern "C" {
int own_name = 7;
}

int main(int, char** arguments) {
  std::string const what = arguments[1];
  rill::text const path = arguments[2];
  if (what == "symbols") {
    rill::library const one(path);
    int* const number = one.symbol<int>("number");
    rill::println(*number, ' ', one.symbol<int(int)>("twice")(21), ' ',
                  *one.symbol<int const*>("null_variable") == nullptr);
    *number = 1;
    rill::println(*rill::library(path).symbol<int>("number"));
    // A name with the value null is there.
    auto const absent = one.try_symbol<void()>("absent");
    rill::println(bool(absent), ' ', absent && *absent == nullptr);
    auto const none = one.try_symbol<void()>("nothing");
    rill::println(none ? "found" : none.error().what());
    rill::println(bool(rill::library::self().try_symbol<int>("number")));
    rill::println(*rill::library::self().symbol<int>("own_name"));
  } else if (what == "kept") {
    { rill::library const gone(path); }
    rill::println("gone");
  } else if (what == "unloaded") {
    rill::library first(path), second(path);
    first.unload();
    rill::println("once");
    rill::flush();
    second.unload();
    rill::println("twice");
  } else {
    auto const one = rill::library::try_open(path);
    rill::println(one ? "loaded" : one.error().what());
  }
  rill::flush();
}
"""


def library(tools):
    return tools.compile(LIBRARY, flags=("-shared", "-fPIC"),
                         name="process_library_made")


def said(tools, what, path, folder=None, environment=None):
    program = tools.compile(PROGRAM, flags=("-O1", "-rdynamic"),
                            name="process_library")
    done = tools.run([program, what, path], folder=folder,
                     environment=environment)
    assert done.status == 0 and not done.err, (what, done.status, done.err)
    return done.out.decode().splitlines()


def test_functions_variables_and_names_that_are_null(tools):
    path = library(tools)
    lines = said(tools, "symbols", path)
    assert lines == [
        "loaded", "42 42 true", "1", "true true",
        f"find nothing in {path}: {path}: undefined symbol: nothing",
        "false", "7", "unloaded"], lines


def test_the_destructor_unloads_nothing(tools):
    assert said(tools, "kept", library(tools)) == ["loaded", "gone",
                                                   "unloaded"]


def test_unload_unloads(tools):
    assert said(tools, "unloaded", library(tools)) == [
        "loaded", "once", "unloaded", "twice"]


def test_names_are_searched_for_and_paths_are_not(tools):
    shutil.copy(library(tools), os.path.join(tools.folder, "libmade.so"))
    assert said(tools, "open", "./libmade.so", folder=tools.folder) == [
        "loaded", "loaded", "unloaded"]
    assert said(tools, "open", "libmade.so", folder=tools.folder) == [
        "load libmade.so: libmade.so: cannot open shared object file: "
        "No such file or directory"]
    assert said(tools, "open", "libmade.so", environment={
        "LD_LIBRARY_PATH": tools.folder}) == ["loaded", "loaded", "unloaded"]


def test_what_is_no_library(tools):
    path = os.path.join(tools.folder, "text.so")
    with open(path, "w", encoding="utf-8") as file:
        file.write("text\n" * 100)
    assert said(tools, "open", path) == [
        f"load {path}: {path}: invalid ELF header"]
    assert said(tools, "open", tools.folder) == [
        f"load {tools.folder}: {tools.folder}: cannot read file data: "
        "Is a directory"]
