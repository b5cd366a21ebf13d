"""Patterns of paths, compared with bash's expansion of the same words in the
same folder."""

import os
import random
import subprocess

PROGRAM = r"""
#include <rill/rill.h>

#include <rill/fs.h>

#include <string>

// For each line a pattern: the paths that a walk finds, then an empty line.
int main() {
  for (std::string pattern; rill::try_scan(rill::line(pattern));) {
    for (auto& entry : rill::fs::walk("tree", {.glob = pattern}))
      rill::println(entry.relative_path());
    rill::println();
  }
}
"""

FOLDERS = ("a", "b", "a/a", "a/b", "b/a", "b/b", "b/{a}")
FILES = ("ab", "{a}", "{}", "{a,b}", "a}", "{a", ".a", "a]", "[a", "a/ab",
         "b/ab", "a/a/b", "a/a/ab", "a/b/a", "b/a/{a}", "a/{a}", "a/.a",
         "b/{a}/b")

# The characters of random patterns. At most one star beside braces: ** beside a
# brace is not a whole part in rill.
ALPHABETS = ("ab*?{},{},,", "ab?{},{},//", "ab{}}{,,", "ab*?[]!-^[]//",
             "ab*?[]\\\\//")


def make_tree(folder):
    for name in FOLDERS:
        os.makedirs(os.path.join(folder, name))
    for name in FILES:
        with open(os.path.join(folder, name), "w", encoding="utf-8"):
            pass


def is_compared(pattern):
    """False for the patterns that docs/filesystem.md lists as different from
    bash."""
    if pattern.startswith(("/", "\\/", "{/", "{,")) or "**" in pattern:
        return False
    if "{" in pattern and (pattern.count("*") > 1 or "[" in pattern):
        return False
    return True


def random_patterns():
    source = random.Random(8)
    for alphabet in ALPHABETS:
        for _ in range(1500):
            size = source.randint(1, 9)
            pattern = "".join(source.choice(alphabet) for _ in range(size))
            if is_compared(pattern) and not pattern.endswith("\\"):
                yield pattern
    # ** as a whole part that is not the last one: it may match no part, also in
    # bash.
    for _ in range(500):
        parts = [source.choice(("**", "a", "b", "?", "*", "{a,b}", "a{,b}"))
                 for _ in range(source.randint(1, 3))]
        yield "/".join(parts + [source.choice("ab*?")])


def found_by_bash(bash, tree, patterns):
    lines = ["shopt -s globstar nullglob dotglob"]
    lines += [f"printf '%s\\n' {pattern}; echo @" for pattern in patterns]
    done = subprocess.run([bash, "--norc"], input="\n".join(lines), cwd=tree,
                          capture_output=True, text=True, timeout=120,
                          env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]},
                          check=False)
    assert done.stderr == "", done.stderr
    found = [set()]
    for line in done.stdout.splitlines():
        if line == "@":
            found.append(set())
        # bash returns a word without wildcards even if there is no such file.
        elif line and line[0] != "/" and os.path.lexists(f"{tree}/{line}"):
            found[-1].add(os.path.normpath(line))
    return found[:-1]


def test_patterns_find_what_bash_finds(tools):
    bash = tools.need("bash")
    tree = os.path.join(tools.folder, "tree")
    make_tree(tree)
    patterns = sorted(set(random_patterns()))
    program = tools.compile(PROGRAM)
    done = tools.run(program, stdin="\n".join(patterns).encode())
    assert done.status == 0, done
    out = done.out.decode() if isinstance(done.out, bytes) else done.out
    found = [set()]
    for line in out.splitlines():
        if line:
            found[-1].add(line)
        else:
            found.append(set())
    expected = found_by_bash(bash, tree, patterns)
    assert len(expected) == len(patterns)
    assert sum(1 for each in expected if each) > 300
    wrong = [(pattern, sorted(want), sorted(got))
             for pattern, want, got in zip(patterns, expected, found)
             if want != got]
    assert not wrong, wrong[:5]
