"""Verificação de webhooks."""
from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
import time
from typing import List, Optional, Tuple, Union, cast

from .types import WebhookEvent
from .errors import WebhookVerificationError

TOLERANCE_SECONDS = 300
_DIGITS = re.compile(r"[0-9]{1,12}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)


def verify(
    body: Union[bytes, str],
    header: Optional[str],
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Confere a assinatura de um webhook e devolve o evento.

    `body` é o corpo **exatamente como recebido**; `header` é o valor de `X-Service-Signature`.
    A diferença entre `t` e o relógio conta em segundos inteiros. Lança `WebhookVerificationError`
    quando o webhook não é autêntico, `TypeError` ou `ValueError` quando um argumento não serve.
    """
    if not secret:
        raise ValueError("O segredo do webhook está vazio.")
    clock = time.time() if now is None else now
    _check_seconds("tolerance_seconds", tolerance_seconds)
    _check_seconds("now", clock)
    content = _bytes_of(body)
    at, signatures = _read_header(header or "")
    signed = at.encode("ascii") + b"." + content
    expected = hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).digest()
    if not any(_is_equal(one, expected) for one in signatures):
        raise WebhookVerificationError(
            "signature_mismatch",
            "A assinatura não confere: o corpo mudou, ou o segredo é de outro webhook. "
            "Veja pix verify.",
        )
    if abs(math.floor(clock) - int(at)) > tolerance_seconds:
        raise WebhookVerificationError(
            "timestamp_outside_tolerance",
            f"O instante da assinatura difere do relógio em mais de {tolerance_seconds} s.",
        )
    return _read_event(content)


def _check_seconds(name: str, seconds: object) -> None:
    message = f"{name} deve ser um número de segundos, zero ou mais."
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(message)
    # NaN would pass every comparison of times, so that a signature of any age were accepted.
    if not 0 <= seconds < math.inf:
        raise ValueError(message)


def _bytes_of(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8")
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError("Passe o corpo exatamente como veio, em texto ou bytes, e não já lido.")


def _read_header(header: str) -> Tuple[str, List[str]]:
    parts = [part.partition("=") for part in header.split(",")]
    times = [value.strip() for name, _, value in parts if name.strip() == "t"]
    signatures = [value.strip() for name, _, value in parts if name.strip() == "v1"]
    if len(times) != 1 or not _DIGITS.fullmatch(times[0]) or not signatures:
        raise WebhookVerificationError(
            "malformed_header",
            "O cabeçalho X-Service-Signature deve ter a forma t=<segundos>,v1=<hex>.",
        )
    return times[0], signatures


def _is_equal(given: str, expected: bytes) -> bool:
    return bool(_DIGEST.fullmatch(given)) and hmac.compare_digest(bytes.fromhex(given), expected)


def _read_event(content: bytes) -> WebhookEvent:
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if isinstance(event, dict) and "id" in event and "event" in event:
        return cast(WebhookEvent, event)
    raise WebhookVerificationError("invalid_body", "O corpo não é um evento em JSON.")
