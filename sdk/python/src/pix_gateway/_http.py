"""Envia requisições ao gateway e as repete quando é seguro."""
from __future__ import annotations

import http.client
import json
import logging
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Mapping, Optional, Set

from ._answers import AnswerBytes, AnswerDict, AnswerFacts
from ._connections import Connections
from ._retry import may_retry, pause_seconds
from ._version import VERSION
from .errors import ApiConnectionError, ApiError, ApiTimeoutError, error_class

_KEY = re.compile(r"[A-Za-z0-9_-]{8,128}", re.ASCII)
_LOG = logging.getLogger("pix_gateway")
_WARNINGS_MAX = 100
_ID = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Optional[Mapping[str, Any]] = None
    body: Optional[Mapping[str, Any]] = None
    #: O tipo da resposta, quando ela não é JSON.
    accept: Optional[str] = None
    #: A rota aceita Idempotency-Key.
    is_keyed: bool = False
    #: Repetir a requisição não muda nada mais.
    is_repeatable: bool = False
    idempotency_key: Optional[str] = None
    timeout: Optional[float] = None


@dataclass(frozen=True)
class Settings:
    client_id: str
    #: Fora do `repr`, que relatórios de erros mostram.
    client_secret: str = field(repr=False)
    base_url: str
    max_retries: int
    timeout: float
    retry_delay: float
    sleep: Callable[[float], None]
    opener: Optional[urllib.request.OpenerDirector]


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Um redirecionamento enviaria o segredo a outro endereço."""

    def redirect_request(
        self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any
    ) -> None:
        return None


class Http:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._warned: Set[str] = set()
        has_opener = settings.opener is not None or _is_proxied(settings.base_url)
        self._connections = None if has_opener else Connections(settings.base_url)

    @property
    def max_retries(self) -> int:
        return self._settings.max_retries

    def json(self, call: Call) -> Any:
        content = self.send(call)
        if not content:
            return None
        result = json.loads(content)
        if not isinstance(result, dict):
            return result
        found = AnswerDict(result)
        found.facts = content.facts
        return found

    def send(self, call: Call) -> AnswerBytes:
        """O corpo da resposta. Lança `ApiError` e `ApiConnectionError`."""
        key = _key_of(call.idempotency_key) if call.is_keyed else None
        is_repeatable = call.method == "GET" or key is not None or call.is_repeatable
        retry = 1
        while True:
            try:
                return self._attempt(call, key)
            except ApiError as error:
                wait = error.retry_after_seconds
                again = may_retry(is_repeatable, error.status, error.code, wait)
                if retry > self._settings.max_retries or not again:
                    raise
            except ApiConnectionError:
                wait = None
                if retry > self._settings.max_retries or not may_retry(is_repeatable):
                    raise
            self.pause(retry, wait)
            retry += 1

    def settle(self, call: Call) -> Any:
        """O recurso que a chamada muda, lido de novo enquanto o seu estado é `advancing`."""
        read = Call("GET", call.path.rpartition("/")[0])
        result = self.json(call)
        retry = 0
        while result["status"] == "advancing":
            retry += 1
            self.pause(retry)
            result = self.json(read)
        return result

    def pause(self, retry: int, retry_after_seconds: Optional[float] = None) -> None:
        """A espera entre tentativas."""
        seconds = pause_seconds(retry, self._settings.retry_delay, retry_after_seconds)
        self._settings.sleep(seconds)

    def open(
        self,
        call: Call,
        key: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Abre a resposta. Lança `ApiError` e `ApiConnectionError`."""
        timeout = self._settings.timeout if call.timeout is None else call.timeout
        data = None if call.body is None else json.dumps(call.body).encode("utf-8")
        path = call.path + _query_of(call.query)
        fields = self._headers_of(call, key, headers or {})
        try:
            answer = self._open(call.method, path, data, fields, timeout)
            if answer.status >= 300:
                with answer:
                    raise _error_of(answer, key)
            return answer
        except (OSError, http.client.HTTPException) as cause:
            raise connection_error(cause, key) from cause

    def close(self) -> None:
        """Fecha as conexões guardadas."""
        if self._connections is not None:
            self._connections.close()

    def _open(
        self,
        method: str,
        path: str,
        data: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
    ) -> Any:
        if self._connections is not None:
            return self._connections.request(method, path, data, headers, timeout)
        url = self._settings.base_url + path
        request = urllib.request.Request(url, data=data, method=method, headers=dict(headers))
        opener = self._settings.opener or default_opener()
        try:
            return opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as answer:
            return answer

    def _headers_of(
        self, call: Call, key: Optional[str], headers: Mapping[str, str]
    ) -> Mapping[str, str]:
        settings = self._settings
        return {
            "client-id": settings.client_id,
            "client-secret": settings.client_secret,
            "Accept": call.accept or "application/json",
            "User-Agent": f"pix-gateway-sdk-python/{VERSION}",
            **({} if call.body is None else {"Content-Type": "application/json"}),
            **({} if key is None else {"Idempotency-Key": key}),
            **headers,
        }

    def _attempt(self, call: Call, key: Optional[str]) -> AnswerBytes:
        with self.open(call, key) as answer:
            try:
                content = AnswerBytes(answer.read())
                if call.accept is None and answer.status != 204:
                    # An answer that was cut off, or that a proxy gave, is no answer.
                    json.loads(content)
            except (OSError, http.client.HTTPException, ValueError) as cause:
                raise connection_error(cause, key) from cause
            self._warn_of_unknown_fields(call, answer.headers.get("X-Unknown-Fields"))
            content.facts = AnswerFacts(
                answer.headers.get("X-Request-Id"),
                answer.headers.get("Idempotency-Replayed") == "true",
            )
        return content

    def _warn_of_unknown_fields(self, call: Call, names: Optional[str]) -> None:
        """Com chave de teste, diz uma vez quais campos do corpo o gateway ignorou."""
        if not names or "_test_" not in self._settings.client_id:
            return
        warning = f"pix-gateway: {call.method} {call.path} ignora os campos {names}"
        if warning not in self._warned and len(self._warned) < _WARNINGS_MAX:
            self._warned.add(warning)
            _LOG.warning("%s", warning)


def path_of(before: str, internal_id: str, after: str = "") -> str:
    """O caminho de um recurso. Lança `ValueError` quando o id não pode ser parte dele."""
    if not isinstance(internal_id, str) or not _ID.fullmatch(internal_id):
        raise ValueError(f"Identificador inválido: {internal_id!r}.")
    return f"{before}/{internal_id}{after}"


def image_type(format: str) -> str:
    return "image/svg+xml" if format == "svg" else "image/png"


def _is_proxied(base_url: str) -> bool:
    """Se as variáveis de ambiente (`HTTPS_PROXY`, `NO_PROXY`) põem um proxy no caminho."""
    url = urllib.parse.urlsplit(base_url)
    has_proxy = url.scheme in urllib.request.getproxies()
    return has_proxy and not urllib.request.proxy_bypass(url.netloc)


def default_opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(NoRedirects())


def default_sleep(seconds: float) -> None:
    time.sleep(seconds)


def _key_of(given: Optional[str]) -> str:
    key = str(uuid.uuid4()) if given is None else given
    if not _KEY.fullmatch(key):
        raise ValueError('A idempotency_key deve ter de 8 a 128 letras, dígitos, "_" ou "-".')
    return key


def _query_of(query: Optional[Mapping[str, Any]]) -> str:
    fields: Dict[str, str] = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in (query or {}).items()
        if value is not None
    }
    return "?" + urllib.parse.urlencode(fields) if fields else ""


def _error_of(answer: Any, key: Optional[str]) -> ApiError:
    try:
        body = json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError):
        body = None
    known = body if isinstance(body, dict) else {}
    seconds = answer.headers.get("Retry-After") or ""
    return error_class(answer.status, str(known.get("code")))(
        answer.status,
        known,
        request_id=answer.headers.get("X-Request-Id"),
        retry_after_seconds=float(seconds) if seconds.isdecimal() else None,
        idempotency_key=key,
    )


def connection_error(cause: BaseException, key: Optional[str] = None) -> ApiConnectionError:
    reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
    if isinstance(reason, socket.timeout):
        return ApiTimeoutError("Sem resposta dentro do tempo.", key)
    return ApiConnectionError(f"Sem resposta do gateway: {reason}.", key)
