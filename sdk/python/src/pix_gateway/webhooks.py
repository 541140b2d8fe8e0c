"""Verificação de webhooks."""
from __future__ import annotations

import hashlib
import hmac
import json
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
    Lança `WebhookVerificationError`.
    """
    if not secret:
        raise ValueError("O segredo do webhook está vazio.")
    at, signatures = _read_header(header or "")
    content = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    signed = at.encode("ascii") + b"." + content
    expected = hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).digest()
    if not any(_is_equal(one, expected) for one in signatures):
        raise WebhookVerificationError(
            "signature_mismatch",
            "A assinatura não confere: o corpo mudou, ou o segredo é de outro webhook.",
        )
    if abs((time.time() if now is None else now) - int(at)) > tolerance_seconds:
        raise WebhookVerificationError(
            "timestamp_outside_tolerance",
            f"O instante da assinatura difere do relógio em mais de {tolerance_seconds} s.",
        )
    return _read_event(content)


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
