"""Runs the calls of sdk/behaviours.json: one call a line in, one outcome a line out.

The protocol is the one of sdk/typescript/test/driver.ts. With the argument `async` the calls go
through AsyncPixGateway.
"""
import asyncio
import base64
import itertools
import json
import sys

from pix_gateway import (
    ApiConnectionError,
    ApiError,
    AsyncPixGateway,
    PixGateway,
    answer_of,
    webhooks,
)


def options_of(options):
    """The options of the specification as this SDK has them."""
    names = {"timeout_seconds": "timeout", "retry_delay_seconds": "retry_delay"}
    return {names.get(name, name): value for name, value in options.items()}


def run(command, waits):
    options = options_of(command.get("options", {}))
    call, args = command["call"], command["args"]
    if call in ("webhooks.verify", "webhooks.verify_standard"):
        body = base64.b64decode(args[0]["base64"]) if "base64" in args[0] else args[0]
        verify = getattr(webhooks, call.split(".")[1])
        return {"result": verify(body, *args[1:], **numbers_of(options))}
    settings = {"sleep": waits.append, **options_of(command.get("client", {}))}
    if "async" in sys.argv:
        return asyncio.run(run_async(command, settings, options))
    with PixGateway(**settings) as client:
        result = method_of(client, call)(*args, **options)
        if call.split(".")[-1] in ("iterate", "stream"):
            return {"result": list(itertools.islice(result, command.get("take")))}
    return outcome_of(result)


async def run_async(command, settings, options):
    call, args, take = command["call"], command["args"], command.get("take")
    async with AsyncPixGateway(**settings) as client:
        result = method_of(client, call)(*args, **options)
        if call.split(".")[-1] not in ("iterate", "stream"):
            return outcome_of(await result)
        items = []
        async for item in result:
            items.append(item)
            if len(items) == take:
                break
        await result.aclose()
    return {"result": items}


def numbers_of(options):
    """The options, with the numbers that JSON doesn't have: `{"number": "NaN"}`."""
    return {
        name: float(value["number"]) if isinstance(value, dict) else value
        for name, value in options.items()
    }


def method_of(client, call):
    method = client
    for name in call.split("."):
        method = getattr(method, name)
    return method


def outcome_of(result):
    facts = answer_of(result)
    told = {} if facts is None else {"answer": facts._asdict()}
    if isinstance(result, bytes):
        return {"result": {"base64": base64.b64encode(result).decode("ascii")}, **told}
    return {"result": result, **told}


def describe(error):
    names = [one.__name__.replace("Error", "") for one in type(error).__mro__]
    found = {
        "classes": ["InvalidArgument" if name == "Value" else name for name in names],
        "message": str(error),
    }
    if isinstance(error, (ApiError, ApiConnectionError)):
        found["idempotency_key"] = error.idempotency_key
    if isinstance(error, ApiError):
        fields = ("status", "code", "gateway_message", "details")
        fields += ("request_id", "retry_after_seconds")
        found.update({name: getattr(error, name) for name in fields})
    if hasattr(error, "reason"):
        found["reason"] = error.reason
    return found


for line in sys.stdin:
    waits = []
    try:
        outcome = {**run(json.loads(line), waits), "waits": waits}
    except Exception as error:
        outcome = {"error": describe(error), "waits": waits}
    print(json.dumps(outcome), flush=True)
