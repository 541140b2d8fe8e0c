"""Cliente do pix-gateway: cobranças, saques, devoluções e webhooks por Pix."""
from __future__ import annotations

from . import types, webhooks
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
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
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
    "types",
    "webhooks",
]
