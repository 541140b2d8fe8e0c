"""Runs the calls of sdk/behaviours.json: one call a line in, one outcome a line out.

The protocol is the one of sdk/typescript/test/driver.ts.
"""
import base64
import itertools
import json
import sys

from pix_gateway import ApiConnectionError, ApiError, PixGateway, webhooks


def options_of(options):
    """The options of the specification as this SDK has them."""
    names = {"timeout_seconds": "timeout", "retry_delay_seconds": "retry_delay"}
    return {names.get(name, name): value for name, value in options.items()}


def run(command, waits):
    options = options_of(command.get("options", {}))
    call, args = command["call"], command["args"]
    if call == "webhooks.verify":
        return webhooks.verify(base64.b64decode(args[0]), *args[1:], **options)
    client = PixGateway(sleep=waits.append, **options_of(command.get("client", {})))
    method = client
    for name in call.split("."):
        method = getattr(method, name)
    result = method(*args, **options)
    if call.split(".")[-1] in ("iterate", "stream"):
        return list(itertools.islice(result, command.get("take")))
    if isinstance(result, bytes):
        return {"base64": base64.b64encode(result).decode("ascii")}
    return result


def describe(error):
    names = [one.__name__.replace("Error", "") for one in type(error).__mro__]
    found = {
        "classes": ["InvalidArgument" if name == "Value" else name for name in names],
        "message": str(error),
    }
    if isinstance(error, (ApiError, ApiConnectionError)):
        found["idempotency_key"] = error.idempotency_key
    if isinstance(error, ApiError):
        fields = ("status", "code", "details", "request_id", "retry_after_seconds")
        found.update({name: getattr(error, name) for name in fields})
    if hasattr(error, "reason"):
        found["reason"] = error.reason
    return found


for line in sys.stdin:
    waits = []
    try:
        outcome = {"result": run(json.loads(line), waits), "waits": waits}
    except Exception as error:
        outcome = {"error": describe(error), "waits": waits}
    print(json.dumps(outcome), flush=True)
