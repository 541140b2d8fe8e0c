from __future__ import annotations

import json
from dataclasses import replace
from http.client import HTTPException
from typing import Any, Dict, Iterator, List, Optional

from ._http import Call, Http, connection_error
from ._retry import may_retry
from .errors import ApiConnectionError, ApiError

# The gateway writes something every 15 seconds.
_SILENCE_SECONDS_MAX = 45.0


class StreamHandle:
    """Termina, de outra thread, a espera pelo próximo item de um stream."""

    def __init__(self) -> None:
        self.is_closed = False
        self._answer: Any = None

    def hold(self, answer: Any) -> None:
        self._answer = answer
        if self.is_closed:
            self.close()

    def close(self) -> None:
        self.is_closed = True
        abort = getattr(self._answer, "abort", None)
        if abort is not None:
            abort()


def follow(http: Http, call: Call, handle: Optional[StreamHandle] = None) -> Iterator[Any]:
    """Os itens de um stream, que reconecta a partir do último recebido."""
    call = replace(call, accept="text/event-stream", timeout=_SILENCE_SECONDS_MAX)
    handle = handle or StreamHandle()
    last_id: Optional[str] = None
    failures = 0
    while not handle.is_closed:
        headers = {} if last_id is None else {"Last-Event-ID": last_id}
        wait: Optional[float] = None
        try:
            with http.open(call, headers=headers) as answer:
                handle.hold(answer)
                for message in _messages_of(answer):
                    failures = 0
                    # The gateway begins with the id of the newest event, so that a connection
                    # that breaks before its first event does not skip any either.
                    last_id = message.get("id", last_id)
                    if "data" in message:
                        yield json.loads(message["data"])
        except (ApiError, ApiConnectionError) as error:
            if handle.is_closed:
                return
            if isinstance(error, ApiError):
                wait = error.retry_after_seconds
                if not may_retry(True, error.status, error.code, wait):
                    raise
            if last_id is None and failures >= http.max_retries:
                raise
        if handle.is_closed:
            return
        failures += 1
        http.pause(failures, wait)


def _messages_of(answer: Any) -> Iterator[Dict[str, str]]:
    """As mensagens de uma conexão: `id` e `data`. Lança `ApiConnectionError`."""
    found: Dict[str, str] = {}
    data: List[str] = []
    for raw in _lines_of(answer):
        line = raw.decode("utf-8").rstrip("\r\n")
        name, _, content = line.partition(":")
        content = content[1:] if content.startswith(" ") else content
        if name == "data":
            data.append(content)
        elif name == "id":
            found["id"] = content
        elif line == "":
            if data:
                found["data"] = "\n".join(data)
            yield found
            found, data = {}, []


def _lines_of(answer: Any) -> Iterator[bytes]:
    try:
        yield from answer
    except (OSError, HTTPException) as cause:
        raise connection_error(cause) from cause
