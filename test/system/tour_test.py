"""docs/tour.md: a reader pastes each block, and it compiles as it stands."""

import os
import re


def pasted(block):
    """The block as a program: its statements are put into a main unchanged,
    below its includes."""
    if re.search(r"^int main\(", block, re.M):
        return block
    lines = block.splitlines()
    own = [line for line in lines if line.startswith("#include")]
    rest = [line for line in lines if not line.startswith("#include")]
    return "\n".join([*(own or ["#include <rill/rill.h>"]), "int main() {",
                      *rest, "}", ""])


def test_each_block_compiles(tools):
    path = os.path.join(tools.root, "docs", "tour.md")
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"^```cpp\n(.*?)^```$", file.read(), re.S | re.M)
    assert len(blocks) == 7, len(blocks)
    for block in blocks:
        tools.compile(pasted(block), flags=("-O0",), name="tour")
