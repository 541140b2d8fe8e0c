from __future__ import annotations

from typing import cast

from ._http import Call, Http, path_of
from .types import (
    NewWebhookEndpoint,
    WebhookEndpoint,
    WebhookEndpointChange,
    WebhookEndpointWithSecret,
)
from .types import WebhookEndpoints as WebhookEndpointList

_PATH = "/v1/webhook-endpoints"


class WebhookEndpoints:
    """Os endereços que recebem os seus eventos."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def create(self, body: NewWebhookEndpoint) -> WebhookEndpointWithSecret:
        """Registra um endereço. Guarde o `secret`: ele não é mostrado de novo."""
        return cast(WebhookEndpointWithSecret, self._http.json(Call("POST", _PATH, body=body)))

    def list(self) -> WebhookEndpointList:
        return cast(WebhookEndpointList, self._http.json(Call("GET", _PATH)))

    def retrieve(self, endpoint_id: str) -> WebhookEndpoint:
        return cast(WebhookEndpoint, self._http.json(Call("GET", path_of(_PATH, endpoint_id))))

    def update(self, endpoint_id: str, body: WebhookEndpointChange) -> WebhookEndpoint:
        """Muda o endereço ou os eventos. O que não é enviado fica como está."""
        path = path_of(_PATH, endpoint_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(WebhookEndpoint, self._http.json(call))

    def delete(self, endpoint_id: str) -> None:
        self._http.send(Call("DELETE", path_of(_PATH, endpoint_id), accept="*/*"))

    def pause(self, endpoint_id: str) -> WebhookEndpoint:
        """As entregas esperam até `resume`."""
        return cast(WebhookEndpoint, self._step(endpoint_id, "/pause", is_repeatable=True))

    def resume(self, endpoint_id: str) -> WebhookEndpoint:
        return cast(WebhookEndpoint, self._step(endpoint_id, "/resume", is_repeatable=True))

    def test(self, endpoint_id: str) -> WebhookEndpoint:
        """Envia o evento `webhook.test` ao endereço."""
        return cast(WebhookEndpoint, self._step(endpoint_id, "/test"))

    def rotate(self, endpoint_id: str) -> WebhookEndpointWithSecret:
        """Troca o segredo. Por 24 horas as entregas são assinadas com os dois."""
        return cast(WebhookEndpointWithSecret, self._step(endpoint_id, "/rotate"))

    def _step(self, endpoint_id: str, name: str, *, is_repeatable: bool = False) -> object:
        path = path_of(_PATH, endpoint_id, name)
        return self._http.json(Call("POST", path, is_repeatable=is_repeatable))
