"""The inputs' checksums, computed by race/inputs/twin.py.

(kind, count): (size, SHA-256, xor, sum, ordered)
"""

INPUTS = {
}
