"""The heats and goals of the race `transcode`: texts in memory, files to files,
and integers into files of other encodings."""

# Characters of a text in memory. They are 64 to 256 KiB in each encoding: input
# and output fit the second-level cache, as parts of a stream do.
CHARACTERS = 65_536

TEXTS = {"emoji": "U+1F684 again and again", "latin": "words of a to z",
         "accents": "words, one letter in sixteen with an accent",
         "cyrillic": "Cyrillic words", "chinese": "ideographs",
         "mixed": "words, ideographs, emoji and digits in turn",
         "random": "one to four bytes, at random"}

NAMES = {"8": "UTF-8", "16": "UTF-16LE", "32": "UTF-32LE", "gb": "GB18030"}
FILES = {"8": "utf8", "16": "utf16", "32": "utf32", "gb": "gb18030"}
PAIRS = ("8to16", "16to8", "8to32", "32to8", "8togb", "gbto8")

# Levels of instruction sets, and simdutf's names for them.
LEVELS = {"avx2": "haswell", "ssse3": "westmere", "sse2": "fallback"}

# File to file: three conversions of emoji, and two texts of several scripts.
FROM_FILE = (("emoji", "gb"), ("emoji", "16"), ("emoji", "32"),
             ("chinese", "16"), ("mixed", "16"))

SLOW = ((0.06, 2),)  # for run.SLOW; these heats are many


def heats(Heat):
    found = []
    for pair in PAIRS:
        source, target = pair.split("to")
        for text, what in TEXTS.items():
            found.append(Heat(
                "transcode", f"{pair}-{text}", f"{NAMES[source]} to "
                f"{NAMES[target]} in memory: {what}", 60, 400, 4000,
                "times", input=f"text-{text}-{FILES[source]}",
                expect=f"text-{text}-{FILES[target]}",
                input_count=CHARACTERS, kind=pair, most_rounds=3, slow=SLOW))
    for text, what in TEXTS.items():
        found.append(Heat(
            "transcode", f"validate-{text}", f"validation of UTF-8 in memory: "
            f"{what}", 60, 400, 4000, "times", input=f"text-{text}-utf8",
            input_count=CHARACTERS, checksum="size", kind="validate",
            most_rounds=3, slow=SLOW))
    for text, target in FROM_FILE:
        found.append(Heat(
            "transcode", f"file-{text}-{target}", f"UTF-8 to {NAMES[target]} "
            f"from file to file: {TEXTS[text]}", 4_000_000, 10_000_000,
            100_000_000, "characters", input=f"text-{text}-utf8",
            expect=f"text-{text}-{FILES[target]}", kind="file",
            most_rounds=5))
    found.append(Heat(
        "transcode", "ints", "0…n−1 as decimal lines into a file of UTF-16LE, "
        "and of UTF-8", 1_000_000, 10_000_000, 10_000_000, "integers",
        input="sequence", expect="sequence-utf16", most_rounds=5,
        others=(("utf8", "sequence"),)))
    return found


def goals(Goal):
    found = []
    for pair in ("8to16", "16to8", "8to32", "32to8", "validate"):
        name = "validation" if pair == "validate" else " → ".join(
            NAMES[word] for word in pair.split("to"))
        found.append(Goal(f"transcode/{pair}-*", f"{name}: as fast as simdutf",
                          "rill:convert", "peer:rust:simdutf", at_most=1.0))
        found += [Goal(f"transcode/{pair}-*", f"{name}, {level}: as fast as "
                       f"simdutf's {other}", f"rill:convert_{level}",
                       f"peer:rust:simdutf_{other}", at_most=1.0)
                  for level, other in LEVELS.items()]
    found += [Goal(f"transcode/{pair}-*", f"{pair.replace('to', ' → ')}: ≥ 5 × "
                   "as fast as iconv(3)", "peer:iconv", "rill", at_least=5)
              for pair in ("8togb", "gbto8")]
    for text, target in FROM_FILE:
        heat = f"transcode/file-{text}-{target}"
        name = f"file, {text}, {NAMES[target]}"
        found.append(Goal(heat, f"{name}: ≥ 4 × as fast as the iconv command",
                          "peer:iconv:iconv_command", "rill:rill_conv",
                          at_least=4))
        found.append(Goal(heat, f"{name}: ≤ 1.3 × copying the output",
                          "rill:rill_conv", "limit", at_most=1.3))
    found.append(Goal("transcode/ints", "integers into UTF-16: ≤ 1.3 × the "
                      "time of UTF-8", "rill:utf16", "rill:utf8",
                      at_most=1.3))
    return found
