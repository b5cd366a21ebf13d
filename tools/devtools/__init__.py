"""The parts of ./dev. Standard library only, Python 3.9 or newer."""
