from __future__ import annotations

import http.client
import json
from typing import Any, Dict, Iterator, List, Optional, cast

from ._http import Call, Http, connection_error, path_of
from ._retry import may_retry
from .types import (
    EventAttempts,
    EventDetails,
    EventFilters,
    EventPage,
    EventPageItem,
    EventResend,
    EventStreamFilters,
    WebhookEvent,
)
from .errors import ApiConnectionError, ApiError

# The gateway writes something every 15 seconds.
_SILENCE_SECONDS_MAX = 45.0


class Events:
    """Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def list(self, filters: Optional[EventFilters] = None) -> EventPage:
        """Uma página.

        Guarde `next_cursor` e envie-o como `after`: nada é pulado nem repetido.
        """
        return cast(EventPage, self._http.json(Call("GET", "/v1/events", query=filters)))

    def iterate(self, filters: Optional[EventFilters] = None) -> Iterator[EventPageItem]:
        """Todos os eventos depois de `after`, até o mais novo.

        O `id` de cada um serve de `after`.
        """
        query = cast(EventFilters, dict(filters or {}))
        while True:
            page = self.list(query)
            yield from page["data"]
            if not page["has_more"] or page["next_cursor"] is None:
                return
            query["after"] = page["next_cursor"]

    def retrieve(self, event_id: str) -> EventDetails:
        """Um evento com o estado de cada entrega."""
        return cast(EventDetails, self._http.json(Call("GET", path_of("/v1/events", event_id))))

    def attempts(self, event_id: str) -> EventAttempts:
        """As tentativas de entrega, com a resposta do seu servidor a cada uma."""
        path = path_of("/v1/events", event_id, "/attempts")
        return cast(EventAttempts, self._http.json(Call("GET", path)))

    def resend(self, event_id: str, body: Optional[EventResend] = None) -> EventDetails:
        """Envia de novo agora, a todos os webhooks que recebem o evento ou a um."""
        path = path_of("/v1/events", event_id, "/resend")
        return cast(EventDetails, self._http.json(Call("POST", path, body=body or {})))

    def stream(self, filters: Optional[EventStreamFilters] = None) -> Iterator[WebhookEvent]:
        """Os eventos à medida que acontecem, sem fim. Sem `after`, a partir de agora.

        A primeira conexão é tentada como uma leitura; depois dela, reconecta sempre, a partir do
        último evento recebido. Termine com `break`.
        """
        last_id: Optional[str] = None
        failures = 0
        while True:
            headers = {} if last_id is None else {"Last-Event-ID": last_id}
            call = Call(
                "GET",
                "/v1/events/stream",
                query=filters,
                accept="text/event-stream",
                timeout=_SILENCE_SECONDS_MAX,
            )
            wait: Optional[float] = None
            try:
                with self._http.open(call, headers=headers) as answer:
                    for message in _messages_of(answer):
                        failures = 0
                        # The gateway begins with the id of the newest event, so that a connection
                        # that breaks before its first event does not skip any either.
                        last_id = message.get("id", last_id)
                        if "data" in message:
                            yield cast(WebhookEvent, json.loads(message["data"]))
            except (ApiError, ApiConnectionError) as error:
                if isinstance(error, ApiError):
                    wait = error.retry_after_seconds
                    if not may_retry(True, error.status, error.code, wait):
                        raise
                if last_id is None and failures >= self._http.max_retries:
                    raise
            failures += 1
            self._http.pause(failures, wait)


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
    except (OSError, http.client.HTTPException) as cause:
        raise connection_error(cause) from cause
