"""Each rule of check_architecture.py passes on a small tree and fails on the
same tree with one fault."""

import os
import tempfile
import unittest
from unittest import mock

import architecture_report
import check_architecture

CLEAN = {
    "base/bits.h": ["#include <bit>  // std::countl_zero", "int a;"],
    "memory/find.h": ['#include "../base/bits.h"', "int b;"],
    "number/decimal.h": ['#include "../memory/find.h"',
                         "// __linux__ and immintrin.h in a comment",
                         "int c;"],
    "stream/writer.h": ['#include "../number/decimal.h"', "int d;"],
    "print.h": ['#include "stream/writer.h"'],
}


def header(name, lines):
    guard = "RILL_" + name.replace("/", "_").replace(".", "_").upper()
    is_public = "/" not in name or name.startswith("driver/")
    start = check_architecture.NEEDS_CXX20 if is_public else []
    return "\n".join([f"// rill/{name}: made up.", f"#ifndef {guard}",
                      f"#define {guard}", "", *start, "", *lines, "",
                      "#endif", ""])


class Rules(unittest.TestCase):
    def faults(self, rule, headers=None, files=None):
        """The faults that a rule finds in the clean tree with changes."""
        with tempfile.TemporaryDirectory() as root:
            tree = {}
            for name, lines in {**CLEAN, **(headers or {})}.items():
                tree[f"include/rill/{name}"] = header(name, lines)
                if "/" in name:
                    tree[f"test/{name[:-2]}_test.cpp"] = "// a test\n"
            tree.update(files or {})
            for path, text in tree.items():
                if text is None:
                    continue
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            made = check_architecture.Tree(root)
            return [f"{f.path}:{f.line}: {f.text}"
                    for f in check_architecture.RULES[rule](made)]

    def red(self, rule, sentence, headers=None, files=None):
        found = self.faults(rule, headers, files)
        self.assertEqual(len(found), 1, found)
        self.assertIn(sentence, found[0])

    def green(self, rule, headers=None, files=None):
        self.assertEqual(self.faults(rule, headers, files), [])

    def test_clean_tree(self):
        for rule in check_architecture.RULES:
            with self.subTest(rule):
                self.green(rule)

    def test_words(self):
        self.red("words", '"nobody reads it": name who acts',
                 {"base/bits.h": ["// nobody reads it"]})
        self.green("words", {"base/bits.h": ["// no caller reads it",
                                             "int nobody;"]})
        self.red("words", '"nobody reads it": name who acts',
                 files={"test/base/x_test.cpp": "// nobody reads it\n"})
        self.green("words", files={"test/base/x_test.cpp":
                                   "// takes a word; `want`, floor(x)\n"})

    def test_higher_layer(self):
        self.red("layers", "(layer 1) includes stream/writer.h (layer 4)",
                 {"memory/copy.h": ['#include "../stream/writer.h"']})

    def test_sibling(self):
        self.red("layers", "sibling number/decimal.h",
                 {"unicode/utf8.h": ['#include "../number/decimal.h"']})

    def test_own_module(self):
        self.green("layers", {"number/parse.h": ['#include "decimal.h"']})

    def test_value_is_below_print(self):
        self.green("layers", {"value/hex.h": [],
                              "print/hex.h": ['#include "../value/hex.h"']})

    def test_declared_sibling(self):
        self.green("layers", {"copy/all.h": ['#include "../stream/writer.h"']})
        self.red("layers", "stream/ includes its sibling copy/all.h",
                 {"copy/all.h": [], "stream/load.h": [
                     '#include "../copy/all.h"']})

    def test_siblings_of_other_layers(self):
        for module, others in (("print", {"scan"}), ("number", {"stream"}),
                               ("attic", {"stream"})):
            with self.subTest(module), mock.patch.dict(
                    check_architecture.SIBLINGS, {module: others}):
                self.red("siblings", "not siblings of layer 2 or 4")

    def test_siblings_in_a_cycle(self):
        with mock.patch.dict(check_architecture.SIBLINGS,
                             {"stream": {"ring"}}):
            self.red("siblings", "stream -> ring -> stream")

    def test_libc_is_a_part_of_os(self):
        self.green("layers", {
            "os/libc/glibc.h": ['#include "../error.h"'], "os/error.h": [],
            "print/sink.h": ['#include "../os/libc/glibc.h"']})

    def test_module_includes_public_header(self):
        self.red("layers", "public headers are the top",
                 {"print/list.h": ['#include "../print.h"']})

    def test_public_header_includes_another(self):
        self.green("layers", {"rill.h": ['#include "print.h"']})

    def test_unknown_module(self):
        self.red("layers", "attic/ is in no layer", {"attic/box.h": []})

    def test_missing_file(self):
        self.red("layers", "there is no such file",
                 {"base/result.h": ['#include "lost.h"']})

    def test_angled_include(self):
        self.red("layers", "relative and quoted",
                 {"base/result.h": ["#include <rill/base/bits.h>  // why"]})

    def test_header_that_only_forwards(self):
        lines = ["#if RILL_HOSTED", '#include "bits.h"', "#else",
                 '#error "no system"', "#endif", "// a comment"]
        self.red("forwarding", "all.h:1: has no code", {"base/all.h": lines})
        self.red("forwarding", "all.h:1: has no code", {"base/all.h": []})
        self.red("forwarding", "all.h:1: has no code", {"os/all.h": lines})
        self.green("forwarding", {"base/all.h": [*lines, "int x;"],
                                  "driver/all.h": lines, "all.h": lines})

    def test_basenames(self):
        two = {"base/time.h": ["int a;"], "number/time.h": ["int b;"],
               "time.h": [], "os/posix/time.h": [], "os/libc/time.h": [],
               "number/kernel/x86/time.h": [], "hash/kernel/generic/time.h": [],
               "base/time_body.h": []}
        self.green("basenames", two)
        for third in ("print/time.h", "os/time.h", "number/kernel/time.h"):
            with self.subTest(third):
                self.red("basenames", "time.h is also base/time.h, ",
                         {**two, third: []})

    def test_folder_of_a_system(self):
        for folder in ("posix", "linux", "win32", "none", "libc"):
            with self.subTest(folder):
                name = f"os/{folder}/open.h"
                lines = [f'#include "../{name}"']
                self.red("system_folders", f"includes {name}",
                         {name: [], "fs/open.h": lines})
                self.green("system_folders",
                           {name: [], "os/open.h":
                            [f'#include "{folder}/open.h"'],
                            "os/posix/all.h": [f'#include "../{folder}/open.h"'
                                               ]})

    def test_names_of_a_system(self):
        for name in ("O_CREAT", "AT_FDCWD", "ENOENT", "E2BIG", "mode_t",
                     "pid_t", "off_t", "DWORD", "HANDLE", "SEEK_SET",
                     "ERROR_FILE_NOT_FOUND", "S_ISDIR", "pthread_mutex_t"):
            with self.subTest(name):
                lines = [f"int x = {name};"]
                for file in ("fs/copy.h", "fs.h", "number/copy.h"):
                    self.red("system_names", f"{name} outside os/",
                             {file: lines})
                self.green("system_names",
                           {"os/copy.h": lines, "os/posix/copy.h": lines,
                            "hash/kernel/arm/copy.h": lines,
                            check_architecture.SPEAKS_POSIX: lines})
        self.green("system_names", {"fs/copy.h": [
            'char const* x = "ENOENT";  // mode_t', "int e = EOF + ELSE_X;",
            "template <class HANDLER> int f(int off_type);"]})

    def test_system_macro(self):
        for macro in ("_WIN32", "__linux__", "__APPLE__", "__GLIBC__"):
            with self.subTest(macro):
                lines = [f"#if defined({macro})", "#endif"]
                self.red("systems", macro, {"stream/ring.h": lines})
                self.green("systems", {"os/posix/file.h": lines,
                                       "base/config.h": lines})

    def test_system_macro_in_text(self):
        self.green("systems", {"stream/ring.h": ['char const* x = "_WIN32";',
                                                 "/* __linux__",
                                                 "__linux__ */"]})

    def test_intrinsics_header(self):
        lines = ["#include <immintrin.h>  // everything"]
        self.red("instructions", "immintrin.h",
                 {"memory/kernel/x86/find.h": lines})

    def test_instructions_outside_kernels(self):
        for line in ('__attribute__((target("avx2"))) void f();',
                     '[[gnu::target("avx2")]] void f();',
                     "int x = __builtin_ia32_crc32qi(1, 2);",
                     "#if defined(__AVX2__)"):
            with self.subTest(line):
                self.red("instructions", "outside a kernel/ folder",
                         {"memory/copy.h": [line]})
                self.green("instructions",
                           {"memory/kernel/x86/copy.h": [line]})

    def test_portable_vectors(self):
        lines = ["typedef char v __attribute__((vector_size(16)));"]
        self.green("instructions", {"memory/copy.h": lines})

    def test_processor_question(self):
        lines = ['bool x = __builtin_cpu_supports("avx2");']
        self.red("instructions", "outside memory/dispatch.h",
                 {"memory/copy.h": lines})
        self.green("instructions", {"memory/dispatch.h": lines})

    def test_long_file(self):
        long = ["// line"] * 600
        self.red("size", "the limit is 600", {"base/text.h": long})
        self.green("size", {"number/power_tables.h": long})

    def test_long_function(self):
        for head in ("int f() {", "explicit box(int n) : n_{n}, m_(n) {",
                     "template <class T = int> requires(sizeof(T) < 8)\n"
                     "auto operator<<(T, int) const noexcept -> int {",
                     "inline constexpr auto f = []<class T>(T x) {",
                     "bool const is_added = add([&](int) {",
                     "#if A\nint f() {\n#else\nint f(int)\n#endif\n{"):
            end = "});" if "add(" in head else "}"
            with self.subTest(head):
                code = ["struct box {", head, *["if (x) { y(); }"] * 58, end,
                        "};"]
                self.green("functions", {"base/text.h": code})
                self.red("functions", "a function of 61 lines; the limit is "
                         "60", {"base/text.h": [*code[:2], '// "{',
                                                *code[2:]]})

    def test_long_function_in_a_branch(self):
        lines = ["int x();"] * 59
        code = ["#if A", "int f() {", *lines, "}", "#else", "int f() {", "}",
                "#endif"]
        self.red("functions", "text.h:7: a function of 61",
                 {"base/text.h": code})

    def test_long_and_no_function(self):
        members = ["int f() { return 1; }"] * 100
        for head in ("struct text : base<int> {", "namespace rill::x {",
                     'extern "C" {', "template <class T, class U = a<T>>\n"
                     "  requires(a<T>)\nclass alignas(8) text<T> final {"):
            with self.subTest(head):
                self.green("functions", {"base/text.h": [head, *members,
                                                         "};"]})
        for head in ("enum class kind : int {", "int const table[] = {",
                     "text const list{", "concept some = requires(T t) {"):
            with self.subTest(head):
                self.green("functions", {"base/text.h": [head, *["1,"] * 100,
                                                         "};"]})

    def test_long_function_elsewhere(self):
        code = "int f() {\n" + "int x;\n" * 60 + "}\n"
        for path in ("src/rill.cpp", "test/support/pipe.h", "bench/a/b.cpp",
                     "race/contenders/c.cpp"):
            with self.subTest(path):
                self.red("functions", "a function of 62 lines", None,
                         {path: code})
        self.green("functions", None, {"test/base/bits_test.cpp": code})

    def test_long_function_of_python(self):
        for path in ("tools/a.py", "race/harness/b.py"):
            with self.subTest(path):
                code = "class A:\n    def f():\n" + "        x = 1\n" * 59
                self.green("functions", None, {path: code})
                self.red("functions", f"{path}:2: a function of 61 lines",
                         None, {path: code + "        x = 2\n"})

    def test_braces_that_do_not_match(self):
        for line in ("int f() {", "}"):
            with self.subTest(line):
                self.red("functions", "do not match", {"base/text.h": [line]})

    def test_wrong_guard(self):
        text = header("base/text.h", []).replace("BASE_TEXT", "TEXT")
        self.red("guard", "is not RILL_BASE_TEXT_H", {"base/text.h": []},
                 {"include/rill/base/text.h": text})

    def test_guard_of_what_is_included_for_each_level(self):
        name = "unicode/kernel/x86/levels/wide.h"
        first = f"// rill/{name}: made up.\n"
        self.green("guard", {},
                   {f"include/rill/{name}": first + "int wide;\n"})
        for line in ("#ifndef WIDE_H", '#include "narrow.h"'):
            self.red("guard", "once for each level", None,
                     {f"include/rill/{name}": first + line + "\n"})

    def test_wrong_first_line(self):
        text = header("base/text.h", []).replace("rill/base/text.h", "text")
        self.red("guard", "the first line", {"base/text.h": []},
                 {"include/rill/base/text.h": text})

    def test_include_without_reason(self):
        self.red("reasons", "<limits>", {"base/text.h": ["#include <limits>"]})

    def test_public_header_without_check_of_the_standard(self):
        for name in ("print.h", "driver/zlib.h"):
            with self.subTest(name):
                text = header(name, []).replace("202002L", "201703L")
                path = f"include/rill/{name}"
                self.red("standard", "no check of the standard", None,
                         {path: text})
        late = header("print.h", []).splitlines()
        late.insert(3, "#include <new>  // operator new")
        self.red("standard", "behind the guard", None,
                 {"include/rill/print.h": "\n".join(late)})

    def test_braced_call(self):
        for line in ("int n = int{kind.columns()};",
                     "auto n = std::size_t{P::reach() + 1};"):
            with self.subTest(line):
                self.red("braces", "g++ 11.2", {"base/text.h": [line]})
        self.green("braces", {"base/text.h": [
            "auto n = std::size_t{columns};", "x.f() + std::size_t{0};",
            "int f() const { return a.b(); }"]})

    def test_own_names(self):
        names = "shape/shape.h"

        def listed(*words):
            return {names: ["constexpr char const* own_names[] = {",
                            *[f'"{word}",' for word in words], "};"],
                    "base/text.h": ["namespace rill::inline RILL_BUILD {",
                                    "namespace detail {", "struct hidden {};",
                                    "}  // namespace detail",
                                    "class [[nodiscard]] text {};",
                                    "template <>", "struct hash<int> {};",
                                    "}  // namespace rill::inline RILL_BUILD"]}
        self.green("own_names", listed("detail", "text"))
        self.red("own_names", "text is missing", listed("detail"))
        self.red("own_names", "no more", listed("detail", "more", "text"))
        self.red("own_names", "not sorted", listed("text", "detail"))

    def test_refusals_by_other_headers(self):
        rooms = {"print/refuse.h": [],
                 "print/put.h": ['#include "refuse.h"']}
        later = ['#include "print/put.h"']
        first = ['#include "print/refuse.h"', *later]
        self.red("refusals", "by print/put.h", {"any.h": later, **rooms})
        self.green("refusals", {
            "any.h": first, **rooms,
            "driver/in.h": ['#include "../print/put.h"'], "driver/qt.h": [
                '#include "../print/refuse.h"', '#include "in.h"']})

    def test_untested_file(self):
        untested = {"test/base/text_test.cpp": None}
        self.red("tested", "no test/base/text_test.cpp", {"base/text.h": []},
                 untested)
        covers = "// covers: base/text.h\n"
        self.green("tested", {"base/text.h": []},
                   {**untested, "test/base/bits_test.cpp": covers})

    def test_covers_several_by_pattern(self):
        files = {"test/base/text_test.cpp": None,
                 "test/base/ascii_test.cpp": None,
                 "test/base/bits_test.cpp": "// covers: base/*.h\n"}
        self.green("tested", {"base/text.h": [], "base/ascii.h": []}, files)

    def test_covers_nothing(self):
        self.red("tested", "covers base/lost.h, which is no file", None,
                 {"test/base/bits_test.cpp": "// covers: base/lost.h\n"})

    def test_body(self):
        last = ["#if RILL_BODIES", '#include "bits_body.h"', "#endif"]
        body = ['#include "bits.h"', "RILL_CORE int two() { return 2; }"]
        tree = {"base/bits.h": last, "base/bits_body.h": body}
        untested = {"test/base/bits_body_test.cpp": None}
        self.green("bodies", tree)
        self.green("tested", tree, untested)
        self.red("bodies", "base/bits.h does not end with it",
                 {"base/bits_body.h": body})
        self.red("bodies", "a body is RILL_CORE",
                 {**tree, "base/bits_body.h": ["inline int two();"]})
        self.red("bodies", "is included by its header alone",
                 {**tree, "base/text.h": ['#include "bits_body.h"']})

    def test_names_of_tests(self):
        def file(name):
            return {"test/number/decimal_test.cpp":
                    f'TEST_CASE_TEMPLATE(\n    "{name}", T, int) {{}}\n'}
        for name in ("decimal: zero", "base/decimal: zero", "number/x y: z",
                     "zero"):
            with self.subTest(name):
                self.red("names", f'"{name}" does not begin with '
                         '"number/FILE: "', None, file(name))
        self.green("names", None, file("number/decimal: zero"))
        self.green("names", None, {"test/smoke/x.cpp": 'TEST_CASE("x")'})

    def test_imports_in_a_cycle(self):
        def files(last):
            return {"tools/devtools/a.py": "from . import b, os\n",
                    "tools/devtools/b.py": "from .c import f\n",
                    "tools/devtools/c.py": f"def f():\n    {last}\n"}
        self.green("imports", None, files("from . import d"))
        self.red("imports", "a -> b -> c -> a", None,
                 files("from . import a"))

    def test_unfinished(self):
        for word in ("TO" "DO", "FIX" "ME"):
            with self.subTest(word):
                self.red("unfinished", word,
                         {"base/text.h": [f"// {word}: later"]})
                self.red("unfinished", word, None,
                         {"docs/tour.md": f"{word}\n"})

    def test_tab(self):
        self.red("layout", "a tab", {"base/text.h": ["\tint x;"]})

    def test_wide_line(self):
        self.red("layout", "81 columns", {"base/text.h": ["/" * 81]})
        self.green("layout", {"base/text.h": ["//" + "ä" * 78]})

    def test_space_at_the_end(self):
        self.red("layout", "at the end", {"base/text.h": ["int x; "]})


def tree_of(root, headers):
    for name, lines in headers.items():
        full = os.path.join(root, "include/rill", name)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(header(name, lines))
    return check_architecture.Tree(root)


class Report(unittest.TestCase):
    def test_words(self):
        with tempfile.TemporaryDirectory() as root:
            found = architecture_report.comment_words(tree_of(root, {
                "base/a.h": ["// Nobody asks, and the result is", "// none.",
                             'char const* x = "somebody";  // so many bytes',
                             "int nobody;", "// kinds and businesslike"],
                "base/b.h": ["/* by way of", " * two */"]}))
            a, b = "include/rill/base/a.h", "include/rill/base/b.h"
            self.assertEqual(
                {phrase: [hit[:2] for hit in hits]
                 for phrase, hits in found.items()},
                {"nobody": [(a, 6)], "is none|are none": [(a, 6)],
                 "so many": [(a, 8)], "by way of": [(b, 6)]})

    def test_counts(self):
        with tempfile.TemporaryDirectory() as root:
            lines = architecture_report.counts(tree_of(root, {
                "print.h": ['#include "base/time.h"'],
                "base/time.h": ["// line"] * 40, "base/time_body.h": [],
                "print/time.h": [], "scan/time.h": [],
                "os/posix/time.h": []}))
        self.assertIn("headers: 5 (at most 340)", lines)
        self.assertIn("bodies: 1", lines)
        self.assertIn("median lines: 7 (150 to 250)", lines)
        self.assertIn("headers of at most 30 lines: 4", lines)
        self.assertIn("names that occur three times or more: 1", lines)
        if architecture_report.shutil.which("g++"):
            self.assertIn("files of rill opened for rill/print.h: 2", lines)


if __name__ == "__main__":
    unittest.main()
