"""The messages of the last commits: a subject `area: summary`, an empty line,
a body that says why."""

import os
import re

from . import building, machine

NAME = "commits/messages"
LAST = 20  # commits that are read where no tag limits them
LONGEST_SUBJECT = 72
SUBJECT = re.compile(r"[a-z0-9_/-]+: \S")
TRAILER = re.compile(r"[A-Z][A-Za-z]*(-[A-Za-z]+)* ?: \S")
SENTENCE = re.compile(r"\w\W+\w.*[.!?]", re.DOTALL)  # two words and an end


def run(context):
    if not context.selection.has(NAME):
        return
    if context.list_only:
        print(NAME)
        return
    with context.report.group("messages of commits"):
        messages, reason = recent(building.ROOT)
        if reason:
            context.report.skipped(NAME, reason)
            return
        faults = [f"{commit}: {fault}" for commit, text in messages
                  for fault in faults_of(text)]
        if faults:
            context.report.failed(NAME, "\n".join(faults))
        else:
            context.report.passed(NAME)


def git(root, *arguments):
    return machine.ask(["git", "-C", root, *arguments])


def recent(root):
    """The commits after the newest tag or, without a tag, the last LAST, merges
    left out. Returns ([(abbreviated hash, message)], None), or ([], reason)
    where the history is missing."""
    status, top = git(root, "rev-parse", "--show-toplevel")
    # A copy without history may lie in the checkout of another project.
    if status != 0 or os.path.realpath(top.strip()) != os.path.realpath(root):
        return [], "git history: not available"
    status, tag = git(root, "describe", "--tags", "--abbrev=0")
    limit = [f"{tag.strip()}..HEAD"] if status == 0 else [f"-{LAST}"]
    status, text = git(root, "log", "--no-merges", "--no-show-signature",
                       "--format=%h%n%B%x00", *limit)
    if status != 0:
        return [], "git history: not available"
    messages = [tuple(one.lstrip("\n").split("\n", 1))
                for one in text.split("\0") if one.strip()]
    is_shallow = git(root, "rev-parse", "--is-shallow-repository")[1].strip()
    if (len(messages) < LAST and limit == [f"-{LAST}"] and
            is_shallow == "true"):
        return [], f"git history: a shallow clone of fewer than {LAST} commits"
    return messages, None


def faults_of(message):
    """What breaks the rule in one message, a sentence each."""
    subject, *rest = message.rstrip().split("\n")
    if not SUBJECT.match(subject):
        yield (f"`{subject}` is not `area: summary`; the area has lower-case "
               "letters, digits, -, _ and /")
    if len(subject) > LONGEST_SUBJECT:
        yield (f"`{subject}` has {len(subject)} characters, more than "
               f"{LONGEST_SUBJECT}")
    if subject.endswith("."):
        yield f"`{subject}` ends with a period"
    if rest and rest[0].strip():
        yield f"`{subject}`: the second line is not empty"
    if not SENTENCE.search(without_trailers("\n".join(rest))):
        yield f"`{subject}`: no sentence says why"


def without_trailers(body):
    """The body without a last paragraph of lines such as `Reviewed-by: …`."""
    paragraphs = re.split(r"\n\s*\n", body.strip())
    if all(TRAILER.match(line) for line in paragraphs[-1].splitlines()):
        paragraphs.pop()
    return "\n\n".join(paragraphs)
