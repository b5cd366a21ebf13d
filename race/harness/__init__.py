"""The machinery of the races: see race/README.md."""
