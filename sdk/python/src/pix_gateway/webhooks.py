"""Verificação de webhooks."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import math
import re
import time
from typing import List, Mapping, NamedTuple, Optional, Sequence, Union, cast

from .types import WebhookEvent
from .errors import WebhookVerificationError

TOLERANCE_SECONDS = 300
_DIGITS = re.compile(r"[0-9]{1,12}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_STANDARD_PREFIX = "whsec_"


class _Signature(NamedTuple):
    """What a signature says, in either form."""

    time: str
    #: What was signed before the body.
    prefix: str
    key: bytes
    digests: List[bytes]


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
    _check(secret, tolerance_seconds, now)
    content = _bytes_of(body)
    return _verify_by(_read_header(header or "", secret), content, tolerance_seconds, now)


def verify_standard(
    body: Union[bytes, str],
    headers: Mapping[str, Union[str, Sequence[str]]],
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Confere a assinatura do Standard Webhooks e devolve o evento.

    `headers` são os cabeçalhos da requisição, com `webhook-id`, `webhook-timestamp` e
    `webhook-signature`, maiúsculas ou não. O segredo é o mesmo, como o gateway o mostrou. O corpo e
    os erros são os de `verify`.
    """
    _check(secret, tolerance_seconds, now)
    content = _bytes_of(body)
    return _verify_by(_read_standard(headers, secret), content, tolerance_seconds, now)


def _check(secret: str, tolerance_seconds: float, now: Optional[float]) -> None:
    if not secret:
        raise ValueError("O segredo do webhook está vazio.")
    _check_seconds("tolerance_seconds", tolerance_seconds)
    if now is not None:
        _check_seconds("now", now)


def _verify_by(
    signature: _Signature, content: bytes, tolerance_seconds: float, now: Optional[float]
) -> WebhookEvent:
    signed = signature.prefix.encode("utf-8") + content
    expected = hmac.new(signature.key, signed, hashlib.sha256).digest()
    if not any(hmac.compare_digest(one, expected) for one in signature.digests):
        raise WebhookVerificationError(
            "signature_mismatch",
            "A assinatura não confere: o corpo mudou, ou o segredo é de outro webhook. "
            "Veja pix verify.",
        )
    clock = time.time() if now is None else now
    if abs(math.floor(clock) - int(signature.time)) > tolerance_seconds:
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


def _read_header(header: str, secret: str) -> _Signature:
    parts = [part.partition("=") for part in header.split(",")]
    times = [value.strip() for name, _, value in parts if name.strip() == "t"]
    signatures = [value.strip() for name, _, value in parts if name.strip() == "v1"]
    if len(times) != 1 or not _DIGITS.fullmatch(times[0]) or not signatures:
        raise WebhookVerificationError(
            "malformed_header",
            "O cabeçalho X-Service-Signature deve ter a forma t=<segundos>,v1=<hex>.",
        )
    digests = [bytes.fromhex(one) if _DIGEST.fullmatch(one) else b"" for one in signatures]
    return _Signature(times[0], times[0] + ".", secret.encode("utf-8"), digests)


def _read_standard(
    headers: Mapping[str, Union[str, Sequence[str]]], secret: str
) -> _Signature:
    event_id = _header_of(headers, "webhook-id")
    at = _header_of(headers, "webhook-timestamp")
    given = _header_of(headers, "webhook-signature").split(" ")
    signatures = [one[len("v1,") :] for one in given if one.startswith("v1,")]
    if not event_id or not _DIGITS.fullmatch(at) or not signatures:
        raise WebhookVerificationError(
            "malformed_header",
            "Faltam webhook-id, webhook-timestamp (segundos) ou webhook-signature (v1,<base64>).",
        )
    digests = [_from_base64(one) for one in signatures]
    return _Signature(at, f"{event_id}.{at}.", _standard_key(secret), digests)


def _header_of(headers: Mapping[str, Union[str, Sequence[str]]], name: str) -> str:
    """O valor de um cabeçalho; "" quando falta ou há vários."""
    values: List[str] = []
    for key, value in headers.items():
        if key.lower() == name:
            values.extend([value] if isinstance(value, str) else value)
    return values[0] if len(values) == 1 else ""


def _standard_key(secret: str) -> bytes:
    """Os bytes que o segredo escreve em base64; um de outra forma é a própria chave."""
    is_prefixed = secret.startswith(_STANDARD_PREFIX)
    key = _from_base64(secret[len(_STANDARD_PREFIX) :]) if is_prefixed else b""
    return key or secret.encode("utf-8")


def _from_base64(text: str) -> bytes:
    """b"" quando o texto não é base64 com o seu preenchimento."""
    try:
        content = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return content if base64.b64encode(content).decode("ascii") == text else b""


def _read_event(content: bytes) -> WebhookEvent:
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if isinstance(event, dict) and "id" in event and "event" in event:
        return cast(WebhookEvent, event)
    raise WebhookVerificationError("invalid_body", "O corpo não é um evento em JSON.")
