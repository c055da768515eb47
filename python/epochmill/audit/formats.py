"""A report as text, as JSON, and as SARIF 2.1.0."""

import json
from typing import Any

from .findings import Report
from .variants import VARIANTS

NAME = "epochmill.audit"


def as_text(report: Report) -> str:
    lines = []
    for finding in report.findings:
        place = f"{finding.path}:{f'cell {finding.cell}:' if finding.cell else ''}{finding.line}"
        variant = VARIANTS[finding.variant]
        lines += [f"{place}: {finding.variant}: {finding.message}", f"    {variant.summary}",
                  f"    holds: {variant.holds}", f"    remedy: {variant.remedy}"]
    for path, reason in report.unread:
        lines.append(f"{path}: note: {reason}")
    count = len(report.findings)
    lines.append(f"{count} finding{'' if count == 1 else 's'} in {report.files} file{'' if report.files == 1 else 's'}")
    return "\n".join(lines) + "\n"


def as_json(report: Report) -> str:
    findings = []
    for finding in report.findings:
        variant = VARIANTS[finding.variant]
        place: dict[str, Any] = {"path": str(finding.path), "line": finding.line}
        if finding.cell:
            place["cell"] = finding.cell
        findings.append({**place, "variant": finding.variant, "message": finding.message, "summary": variant.summary,
                         "holds": variant.holds, "remedy": variant.remedy})
    unread = [{"path": str(path), "reason": reason} for path, reason in report.unread]
    return json.dumps({"files": report.files, "findings": findings, "unread": unread}, indent=2) + "\n"


def as_sarif(report: Report) -> str:
    rules = [{"id": variant.name, "shortDescription": {"text": variant.summary},
              "fullDescription": {"text": f"{variant.summary}. Holds: {variant.holds}."},
              "help": {"text": variant.remedy}, "defaultConfiguration": {"level": "warning"}}
             for variant in VARIANTS.values()]
    order = list(VARIANTS)
    results = []
    for finding in report.findings:
        place = f"cell {finding.cell}, line {finding.line}: " if finding.cell else ""
        results.append({
            "ruleId": finding.variant, "ruleIndex": order.index(finding.variant), "level": "warning",
            "message": {"text": f"{place}{finding.message}. Remedy: {VARIANTS[finding.variant].remedy}"},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": finding.path.as_posix()},
                                                "region": {"startLine": finding.line}}}]})
    notes = [{"level": "note", "message": {"text": f"{path}: {reason}"}} for path, reason in report.unread]
    run = {"tool": {"driver": {"name": NAME, "rules": rules}}, "results": results, "columnKind": "unicodeCodePoints",
           "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notes}]}
    return json.dumps({"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": [run]},
                      indent=2) + "\n"


FORMATS = {"text": as_text, "json": as_json, "sarif": as_sarif}
