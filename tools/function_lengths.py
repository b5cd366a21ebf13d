"""Finds the functions of a file and their lengths in lines, for the rule
`functions` of check_architecture.py. C++ is scanned by its braces, Python is
parsed."""

import ast
import re

SCOPE, BODY, PART, OTHER = "scope", "body", "part", "other"
TOKEN = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*|[{}();]", re.M)
LAMBDA = re.compile(r"[=(,]\s*\[[^\[\]]*\][^=;{}]*$")
# A brace after these begins a requirement, not a body. `void f() requires(x) {`
# is the head of a function.
REQUIREMENTS = re.compile(
    r"(?:\brequires|&&|\|\||!)\s*requires\s*(?:\(\))?\s*$|\brequires\s*$")
CLASS = re.compile(r"\b(?:namespace|class|struct|union)\b.*[^)\s]\s*$|"
                   r"\bnamespace\s*$|\bextern\s*\"[^\"]*\"\s*$", re.S)
ENUMERATION = re.compile(r"\benum\b[^()]*$")
MEMBER_INITIALIZER = re.compile(
    r"\)\s*(?:noexcept\s*(?:\(\))?\s*)?:(?!:).*[:,]\s*\w[\w:]*\s*$", re.S)


def opened_by(head):
    """What a brace outside functions opens. The head is the text before it,
    with all parentheses emptied."""
    head = re.sub(r"\[\[.*?\]\]", " ", head, flags=re.S)
    if LAMBDA.search(head):
        return BODY
    head = re.sub(r"\boperator\s*[^\w\s(]+|->", " ", head)
    arguments = 1
    while arguments:
        head, arguments = re.subn(r"<[^<>]*>", " ", head)
    if ("=" in head or REQUIREMENTS.search(head) or ENUMERATION.search(head) or
            MEMBER_INITIALIZER.search(head)):
        return OTHER
    if CLASS.search(head):
        return SCOPE
    return BODY if "()" in head else OTHER


def nested(stack, head):
    """What a brace opens, given the braces that are open."""
    outside = stack[-1][0] if stack else SCOPE
    if outside in (BODY, PART):
        return PART
    if outside == OTHER:
        return BODY if LAMBDA.search(head) else OTHER
    return opened_by(head)


def cpp_functions(code):
    """{line of the opening brace: lines of the body}; None if braces do not
    match. `code` has no comments, and its literals are empty."""
    found, stack, head, end, saved = {}, (), "", 0, []
    for token in TOKEN.finditer(code):
        head += code[end:token.start()]
        end, text = token.end(), token.group().strip()
        if text.startswith("#"):
            word = text[1:].split()[0] if text[1:].strip() else ""
            if word.startswith("if"):
                saved.append((stack, head))
            elif word.startswith("el"):  # continues with the state at the #if
                stack, head = saved[-1]
            elif word == "endif":
                saved.pop()
        elif text in "{(":
            kind = nested(stack, head) if text == "{" else (
                PART if nested(stack, "") == PART else OTHER)
            stack += ((kind, token.start(), head),)
            head = "" if kind == SCOPE else "("
        elif text == ";":
            head = ""
        elif not stack:
            return None
        else:
            kind, start, before = stack[-1]
            stack = stack[:-1]
            if kind == BODY:
                line = code.count("\n", 0, start) + 1
                lines = code.count("\n", start, end) + 1
                found[line] = max(lines, found.get(line, 0))
            closed = kind in (SCOPE, BODY)
            head = "" if closed else before + ("{}" if text == "}" else "()")
    return None if stack else found


def python_functions(code):
    """{line of def: lines of the function}"""
    return {node.lineno: node.end_lineno - node.lineno + 1
            for node in ast.walk(ast.parse(code))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
