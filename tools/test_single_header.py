"""Tests of tools/single_header.py: on small trees, and on the library."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import single_header  # noqa: E402


def header(name, *lines):
    guard = "RILL_" + name.upper().replace(".", "_").replace("/", "_")
    return "\n".join([f"// rill/{name}", f"#ifndef {guard}",
                      f"#define {guard}", *lines, "#endif", ""])


class Join(unittest.TestCase):
    def join(self, first, **files):
        with tempfile.TemporaryDirectory() as folder:
            for stem, lines in files.items():
                path = os.path.join(folder, "rill", f"{stem}.h")
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(header(f"{stem}.h", *lines))
            joiner = single_header.Joiner(folder)
            joiner.add(f"rill/{first}.h")
            return [line for line in joiner.lines
                    if line.startswith(("int", "#if ", "#el", "#include"))]

    def test_each_once_in_order(self):
        self.assertEqual(
            self.join("a", a=['#include "b.h"', '#include "c.h"', "int a;"],
                      b=['#include "c.h"', "int b;"],
                      c=["#include <new>  // operator new", "int c;"]),
            ["#include <new>  // operator new", "int c;", "int b;", "int a;"])

    def test_again_without_a_guard(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "rill"))
            for name, text in (
                    ("a.h", header("a.h", '#include "b.h"', '#include "b.h"')),
                    ("b.h", "// rill/b.h\nint b;\n")):
                with open(os.path.join(folder, "rill", name), "w",
                          encoding="utf-8") as file:
                    file.write(text)
            joiner = single_header.Joiner(folder)
            joiner.add("rill/a.h")
            self.assertEqual(joiner.lines.count("int b;"), 2)

    def test_again_where_the_condition_need_not_hold(self):
        self.assertEqual(
            self.join("a", a=["#if X", '#include "b.h"', "#endif",
                              '#include "b.h"', '#include "b.h"'],
                      b=["int b;"]),
            ["#if X", "int b;", "int b;"])

    def test_once_under_the_same_condition_or_a_closer_one(self):
        self.assertEqual(
            self.join("a", a=["#if X", '#include "b.h"', "#if Y",
                              '#include "b.h"', "#endif", "#endif",
                              "#if X", '#include "b.h"', "#endif"],
                      b=["int b;"]),
            ["#if X", "int b;", "#if Y", "#if X"])

    def test_other_branches_are_other_conditions(self):
        self.assertEqual(
            self.join("a", a=["#if X", '#include "b.h"', "#elif Y",
                              '#include "b.h"', "#else", '#include "b.h"',
                              "#endif"],
                      b=["int b;"]),
            ["#if X", "int b;", "#elif Y", "int b;", "#else", "int b;"])

    def test_the_condition_of_the_includer_counts(self):
        self.assertEqual(
            self.join("a", a=["#if X", '#include "b.h"', "#endif",
                              '#include "c.h"'],
                      b=['#include "c.h"'], c=["int c;"]),
            ["#if X", "int c;", "int c;"])

    def test_a_circle_is_an_error(self):
        with self.assertRaises(ValueError):
            self.join("a", a=['#include "b.h"', "int a;"],
                      b=["#if X", '#include "a.h"', "#endif"])

    def test_what_is_included_last_may_include_its_includer(self):
        self.assertEqual(
            self.join("a", a=["int a;", "#if X", '#include "b.h"', "#endif"],
                      b=['#include "c.h"', "int b;"],
                      c=['#include "a.h"', "int c;"]),
            ["int a;", "#if X", "int c;", "int b;"])

    def test_each_door(self):
        for name in os.listdir(os.path.join(single_header.INCLUDE, "rill")):
            if name.endswith(".h"):
                with self.subTest(name):
                    single_header.joined(single_header.INCLUDE, name)

    def test_the_library_has_all_of_it(self):
        text = single_header.joined(single_header.INCLUDE, "rill.h")
        self.assertIn("struct print_fn_of", text)
        self.assertNotIn('#include "', text)
        self.assertRegex(text.split("\n")[0], r"^// rill \d+\.\d+\.\d+ as")


if __name__ == "__main__":
    unittest.main()
