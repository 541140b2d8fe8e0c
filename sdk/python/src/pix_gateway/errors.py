"""Os erros que o SDK lança."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Type


class PixGatewayError(Exception):
    """Todo erro que o SDK lança."""


class ApiConnectionError(PixGatewayError):
    """Não houve resposta: o resultado é desconhecido.

    Repita depois com a mesma `idempotency_key`.
    """

    def __init__(self, message: str, idempotency_key: Optional[str] = None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class ApiTimeoutError(ApiConnectionError):
    """A resposta não chegou dentro do tempo."""


class ApiError(PixGatewayError):
    """O gateway recusou a requisição. Trate o erro pelo `code`, que não muda."""

    def __init__(
        self,
        status: int,
        body: Dict[str, Any],
        *,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        self.status = status
        self.code = str(body.get("code") or "unexpected_response")
        #: A mensagem do gateway, sem os campos, o código e o id da requisição.
        self.gateway_message = str(body.get("message") or f"O gateway respondeu {status}.")
        self.message = self.gateway_message
        details = body.get("details")
        self.details: List[Dict[str, str]] = details if isinstance(details, list) else []
        #: Informe-o ao suporte.
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        #: A chave que a requisição levou, para repetir a mesma operação.
        self.idempotency_key = idempotency_key
        super().__init__(self._text())

    def _text(self) -> str:
        """A mensagem com os campos, o código e o id, para quem só vê o texto do erro, num log."""
        fields = "; ".join(f"{one.get('field')}: {one.get('message')}" for one in self.details)
        request = "" if self.request_id is None else f", requisição {self.request_id}"
        told = f" {fields}." if fields else ""
        return f"{self.gateway_message}{told} [{self.code}{request}]"


class AuthenticationError(ApiError):
    """401: as credenciais estão ausentes ou são inválidas."""


class PermissionDeniedError(ApiError):
    """403: a conta ou a chave não pode fazer isto."""


class NotFoundError(ApiError):
    """404"""


class ConflictError(ApiError):
    """409: o estado atual não permite a operação."""


class IdempotencyError(ConflictError):
    """409: a Idempotency-Key é de outra operação, ou a primeira requisição não terminou."""


class InvalidRequestError(ApiError):
    """400, 405, 413, 415 e 422: a requisição precisa ser corrigida."""


class InsufficientBalanceError(InvalidRequestError):
    """422: o saldo disponível não cobre a operação."""


class RateLimitError(ApiError):
    """429: aguarde `retry_after_seconds`."""


class ServerError(ApiError):
    """5xx: o gateway ou o banco não está disponível."""


_CLASS_BY_CODE: Dict[str, Type[ApiError]] = {
    "idempotency_key_reused": IdempotencyError,
    "idempotency_in_progress": IdempotencyError,
    "insufficient_balance": InsufficientBalanceError,
}

_CLASS_BY_STATUS: Dict[int, Type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_class(status: int, code: str) -> Type[ApiError]:
    """A classe que corresponde ao código e ao status de uma resposta."""
    by_status = ServerError if status >= 500 else InvalidRequestError
    return _CLASS_BY_CODE.get(code) or _CLASS_BY_STATUS.get(status) or by_status


class WebhookVerificationError(PixGatewayError):
    """O webhook não é autêntico: responda 401 e não o processe.

    `reason` é um destes textos:

    - `malformed_header`: o cabeçalho está ausente, ou não tem `t` e `v1`; ou falta um do Standard
      Webhooks;
    - `timestamp_outside_tolerance`: `t` difere do relógio mais do que a tolerância;
    - `signature_mismatch`: o corpo mudou, ou o segredo é outro;
    - `invalid_body`: a assinatura confere e o corpo não é um evento em JSON.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
