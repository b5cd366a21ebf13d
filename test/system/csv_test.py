"""CSV: Python's module csv reads what rill writes, and the reverse."""

import csv
import io
import json
import random

SOURCE = "test/system/programs/csv.cpp"
LETTERS = 'ab,;|\t"\'\n\r 0é京'


def tables(count):
    pick = random.Random(4180)
    for _ in range(count):
        yield [["".join(pick.choices(LETTERS, k=pick.randrange(12)))
                for _ in range(pick.randrange(1, 6))]
               for _ in range(pick.randrange(60))]


def signs():
    return [(d, q) for d in ",;|\t" for q in "\"'"]


def by_python(text, delimiter, quote):
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter,
                           quotechar=quote))


def written(rows, delimiter, quote, **options):
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quotechar=quote,
               **options).writerows(rows)
    return out.getvalue()


def test_reads_what_python_writes(tools):
    program = tools.compile(SOURCE, flags=("-O1", "-DRILL_BUFFER_SIZE=16"))
    # With \n line ends Python leaves a \r at the end of an unquoted field.
    forms = (("\r\n", csv.QUOTE_MINIMAL), ("\n", csv.QUOTE_ALL))
    for number, rows in enumerate(tables(16)):
        delimiter, quote = signs()[number % 8]
        ending, quoting = forms[number // 8]
        text = written(rows, delimiter, quote, lineterminator=ending,
                       quoting=quoting)
        run = tools.run([program, delimiter, quote], stdin=text.encode())
        assert run.status == 0, (text, run)
        seen = [json.loads(line) for line in run.out.splitlines()]
        assert seen == rows, (text, seen, rows)


def test_python_reads_what_is_written(tools):
    program = tools.compile(SOURCE, flags=("-O1", "-DRILL_BUFFER_SIZE=16"))
    for number, rows in enumerate(tables(16)):
        delimiter, quote = signs()[number % 8]
        text = written(rows, delimiter, quote)
        run = tools.run([program, delimiter, quote, "again"],
                        stdin=text.encode())
        assert run.status == 0, (text, run)
        again = run.out.decode() if isinstance(run.out, bytes) else run.out
        assert by_python(again, delimiter, quote) == rows, (again, rows)
