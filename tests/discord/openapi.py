#!/usr/bin/env python3
"""Holds requests of a bot against Discord's own OpenAPI description.

    openapi.py DESCRIPTION.json REQUESTS.jsonl...

A line is a request: `method`, `path`, `query`, `type` (of the content), `json`, `files`. Prints
what does not fit, and how often each route was taken. The exit status is 1 if anything does not
fit.
"""

import collections
import json
import re
import sys
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import parse_qsl

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

BASE = "/api/v10"


class Description:
    """What Discord says that it takes."""

    def __init__(self, path):
        self.spec = json.loads(Path(path).read_text())
        self.components = self.spec["components"]
        self.routes = []
        for path, operations in self.spec["paths"].items():
            gaps = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))
            self.routes.append((path, re.compile(BASE + gaps), operations))
        # Where several fit, the one with the most fixed words is meant.
        self.routes.sort(key=lambda one: one[0].count("{"))
        self.validator = lru_cache(None)(self._validator)

    def _validator(self, path, method, kind):
        """For the body of a request; None where none is taken."""
        content = self.spec["paths"][path][method].get("requestBody", {}).get("content", {})
        if not content:
            return None
        schema = (content.get(kind) or content["application/json"])["schema"]
        return Draft202012Validator({**schema, "components": self.components})

    def find(self, method, path):
        for known, pattern, operations in self.routes:
            if pattern.fullmatch(path) and method in operations:
                return known, operations
        return None

    def titles(self, schema):
        """The names of the values that a schema lists."""
        return {one["const"]: one["title"] for one in self.components["schemas"][schema]["oneOf"]}

    def parameters(self, operations, method):
        """The known names in a query, with their schemas."""
        listed = operations.get("parameters", []) + operations[method].get("parameters", [])
        return {one["name"]: one["schema"] for one in listed if one["in"] == "query"}

    def faults(self, request):
        """The route of a request, and what is wrong with it."""
        method = request["method"].lower()
        found = self.find(method, request["path"])
        if found is None:
            return None, [f"there is no such route: {request['method']} {request['path']}"]
        path, operations = found
        wrong = []
        known = self.parameters(operations, method)
        for name, value in parse_qsl(request["query"]):
            if name not in known:
                wrong.append(f"the query has an unknown {name}={value}")
                continue
            validator = Draft202012Validator({**known[name], "components": self.components})
            if not any(validator.is_valid(form) for form in forms(value)):
                wrong.append(f"the query's {name}={value} does not fit")
        validator = self.validator(path, method, request["type"])
        body = request["json"]
        if validator is None:
            if body not in (None, {}):
                wrong.append("a body is not taken here")
        elif body is not None:
            error = best_match(validator.iter_errors(with_text_ids(body)))
            if error is not None:
                wrong.append(f"{'/'.join(map(str, error.absolute_path))}: {error.message[:400]}")
        wrong += faults_of_files(request)
        return f"{request['method']} {path}", wrong


def forms(value):
    """What a word of a query may stand for."""
    yield value
    if value in ("true", "false"):
        yield value == "true"
    if re.fullmatch(r"-?\d+", value):
        yield int(value)


def with_text_ids(data):
    """A body in which the placeholders of files that come along are text. Discord takes numbers
    there too, as its own examples show, and the description does not say so."""
    if isinstance(data, list):
        return [with_text_ids(one) for one in data]
    if not isinstance(data, dict):
        return data
    data = {key: with_text_ids(value) for key, value in data.items()}
    for one in data.get("attachments") or []:
        if isinstance(one, dict) and isinstance(one.get("id"), int):
            one["id"] = str(one["id"])
    return data


def faults_of_files(request):
    """Files are called files[0], files[1], and each is described by its number."""
    body = request["json"] or {}
    body = body.get("data") or body if isinstance(body, dict) else {}
    described = {f"files[{one.get('id')}]" for one in body.get("attachments") or []} if isinstance(body, dict) else set()
    return [f"the file {field} {about} is not described" for field, about in request["files"].items()
            if not re.fullmatch(r"files\[\d+\]", field) or field not in described]


@cache
def description(path):
    return Description(path)


def check(path, requests):
    """What is wrong with any of the requests, and how often each route was taken."""
    known, taken, wrong = description(str(path)), collections.Counter(), []
    for number, request in enumerate(requests, 1):
        route, faults = known.faults(request)
        taken[route] += 1
        wrong += [f"request {number}, {route or 'unknown'}: {fault}" for fault in faults]
    return wrong, taken


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    lines = [line for name in sys.argv[2:] for line in Path(name).read_text().splitlines()]
    wrong, taken = check(sys.argv[1], [json.loads(line) for line in lines])
    for route, times in sorted(taken.items(), key=str):
        print(f"{times:6} {route}")
    print(*wrong, sep="\n")
    print(f"{len(lines)} requests, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
