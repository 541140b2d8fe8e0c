"""Cliente do pix-gateway: cobranças, saques, devoluções e webhooks por Pix."""
from __future__ import annotations

from . import types, webhooks
from ._answers import AnswerFacts, answer_of
from ._async_client import AsyncPixGateway
from ._client import PixGateway
from ._version import VERSION as __version__
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    ConflictError,
    IdempotencyError,
    InsufficientBalanceError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    PixGatewayError,
    RateLimitError,
    ServerError,
    WebhookVerificationError,
)

__all__ = [
    "AnswerFacts",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncPixGateway",
    "AuthenticationError",
    "ConflictError",
    "IdempotencyError",
    "InsufficientBalanceError",
    "InvalidRequestError",
    "NotFoundError",
    "PermissionDeniedError",
    "PixGateway",
    "PixGatewayError",
    "RateLimitError",
    "ServerError",
    "WebhookVerificationError",
    "__version__",
    "answer_of",
    "types",
    "webhooks",
]
