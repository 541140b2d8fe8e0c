"""Quando uma requisição é repetida, e depois de que pausa."""
from __future__ import annotations

import random
from typing import Optional

PAUSE_SECONDS_MAX = 8.0
RETRY_AFTER_SECONDS_MAX = 60.0
_TRANSIENT = (500, 502, 503, 504)


def may_retry(
    is_repeatable: bool,
    status: Optional[int] = None,
    code: Optional[str] = None,
    retry_after_seconds: Optional[float] = None,
) -> bool:
    """Se a requisição pode ser repetida; sem `status` não houve resposta inteira.

    Com `is_repeatable` (leituras, requisições com Idempotency-Key) pode, também quando o resultado
    é desconhecido; sem, só quando o gateway não a atendeu.
    """
    if (retry_after_seconds or 0) > RETRY_AFTER_SECONDS_MAX:
        return False
    if status == 429:
        return True
    if not is_repeatable:
        return False
    return status is None or status in _TRANSIENT or code == "idempotency_in_progress"


def pause_seconds(
    retry: int, first_pause: float, retry_after_seconds: Optional[float] = None
) -> float:
    """A pausa antes da repetição de número `retry` (a partir de 1).

    Dobra a cada vez, varia ao acaso em até metade, e nunca é menor do que o Retry-After.
    """
    longest: float = min(PAUSE_SECONDS_MAX, first_pause * 2 ** (retry - 1))
    varied = longest * (0.5 + random.random() / 2)
    return max(varied, retry_after_seconds or 0)
