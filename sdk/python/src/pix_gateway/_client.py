from __future__ import annotations

import re
import urllib.parse
import urllib.request
from typing import Callable, Optional

from ._http import Http, Settings, default_sleep
from ._resources import Client


_CREDENTIAL = re.compile(r"[!-~]+", re.ASCII)


class PixGateway(Client):
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
        settings = Settings(
            client_id=client_id,
            client_secret=client_secret,
            base_url=self._base_url,
            max_retries=max_retries,
            timeout=timeout,
            retry_delay=retry_delay,
            sleep=sleep,
            opener=opener,
        )
        super().__init__(Http(settings))

    def close(self) -> None:
        """Fecha as conexões guardadas. O cliente continua a servir: abre outras."""
        self._http.close()

    def __enter__(self) -> PixGateway:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"PixGateway(client_id={self._client_id!r}, base_url={self._base_url!r})"
