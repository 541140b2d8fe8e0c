from __future__ import annotations

import re
import urllib.parse
import urllib.request
from typing import Callable, Optional, cast

from ._http import Call, Http, Settings, default_sleep
from ._resources import (
    AccountStatement,
    ChargeBatches,
    Charges,
    Closings,
    Customers,
    Disputes,
    Events,
    PayerMails,
    PaymentLinks,
    Payouts,
    Products,
    Refunds,
    Requests,
    Splits,
    Subscriptions,
    TestTools,
    Transactions,
    WebhookEndpoints,
)
from .types import Balance


_CREDENTIAL = re.compile(r"[!-~]+", re.ASCII)


class PixGateway:
    """O cliente de um gateway, com um par de chaves.

    O prefixo da chave escolhe o ambiente. Os métodos lançam `ApiError` quando o gateway recusa e
    `ApiConnectionError` quando não há resposta. Um cliente pode ser usado por várias threads.

    - `max_retries`: quantas vezes uma requisição é repetida;
    - `timeout`: quanto uma tentativa espera por dados, em segundos;
    - `retry_delay`: a pausa antes da primeira repetição, em segundos;
    - `sleep`: substitui a espera entre as tentativas;
    - `opener`: um `urllib.request.OpenerDirector`, para um proxy ou um certificado próprio. Com ele
      cada requisição abre uma conexão; sem ele, as conexões ficam abertas para as próximas.
    """

    def __init__(
        self,
        client_id: str,
        client_secret: str,
        base_url: str,
        *,
        max_retries: int = 3,
        timeout: float = 30.0,
        retry_delay: float = 0.5,
        sleep: Callable[[float], None] = default_sleep,
        opener: Optional[urllib.request.OpenerDirector] = None,
    ) -> None:
        given = {"client_id": client_id, "client_secret": client_secret, "base_url": base_url}
        for name, value in given.items():
            if not value:
                raise ValueError(f"Informe {name}.")
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError("base_url deve ser um endereço http ou https.")
        for name in ("client_id", "client_secret"):
            # The error of the HTTP library would show the secret.
            if not _CREDENTIAL.fullmatch(given[name]):
                raise ValueError(
                    f"{name} tem um espaço, uma quebra de linha ou outro sinal inválido."
                )
        self._client_id = client_id
        self._base_url = base_url.rstrip("/")
        self._http = Http(
            Settings(
                client_id=client_id,
                client_secret=client_secret,
                base_url=self._base_url,
                max_retries=max_retries,
                timeout=timeout,
                retry_delay=retry_delay,
                sleep=sleep,
                opener=opener,
            )
        )
        self.charges = Charges(self._http)
        self.payouts = Payouts(self._http)
        self.transactions = Transactions(self._http)
        self.customers = Customers(self._http)
        self.payer_mails = PayerMails(self._http)
        self.splits = Splits(self._http)
        self.statement = AccountStatement(self._http)
        self.refunds = Refunds(self._http)
        self.closings = Closings(self._http)
        self.disputes = Disputes(self._http)
        self.events = Events(self._http)
        self.webhook_endpoints = WebhookEndpoints(self._http)
        self.charge_batches = ChargeBatches(self._http)
        self.subscriptions = Subscriptions(self._http)
        self.payment_links = PaymentLinks(self._http)
        self.products = Products(self._http)
        self.requests = Requests(self._http)
        #: Só com chaves de teste.
        self.test = TestTools(self._http)

    def balance(self) -> Balance:
        """O saldo do ambiente da chave, em centavos."""
        return cast(Balance, self._http.json(Call("GET", "/v1/balance")))

    def close(self) -> None:
        """Fecha as conexões guardadas. O cliente continua a servir: abre outras."""
        self._http.close()

    def __enter__(self) -> PixGateway:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"PixGateway(client_id={self._client_id!r}, base_url={self._base_url!r})"
