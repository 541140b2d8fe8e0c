"""Conexões com o gateway, que ficam abertas para as próximas requisições."""
from __future__ import annotations

import http.client
import select
import socket
import threading
import time
import urllib.parse
from typing import List, Mapping, Optional, Tuple

# The gateway closes a connection that is idle for 72 seconds.
_IDLE_SECONDS_MAX = 30.0
_IDLE_COUNT_MAX = 20


class Answer:
    """Uma resposta. Lida inteira, a conexão dela serve à próxima requisição."""

    def __init__(self, pool: Connections, connection: http.client.HTTPConnection) -> None:
        self._pool = pool
        self._connection = connection
        self._sock = connection.sock
        self._raw = connection.getresponse()
        self.status = self._raw.status
        self.headers = self._raw.headers

    def __enter__(self) -> Answer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self) -> bytes:
        return self._raw.read()

    def __iter__(self) -> Answer:
        return self

    def __next__(self) -> bytes:
        line = self._raw.readline()
        if not line:
            raise StopIteration
        return line

    def close(self) -> None:
        if self._raw.isclosed() and not self._raw.will_close:
            self._pool.keep(self._connection)
        else:
            self._connection.close()


    def abort(self) -> None:
        """Termina a leitura que outra thread espera."""
        try:
            if self._sock is not None:
                self._sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Connections:
    """Abre conexões com um endereço e guarda as que terminaram. Serve a várias threads.

    Uma conexão guardada só é usada outra vez se o outro lado não a fechou: assim uma requisição
    não se perde por causa dela, e o SDK não precisa repetir por si o que não pode ser repetido.
    """

    def __init__(self, base_url: str) -> None:
        url = urllib.parse.urlsplit(base_url)
        self._is_secure = url.scheme == "https"
        self._host = url.hostname or ""
        self._port = url.port
        self._base_path = url.path
        self._idle: List[Tuple[float, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()

    def request(
        self,
        method: str,
        path: str,
        body: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
    ) -> Answer:
        """Lança `OSError` e `http.client.HTTPException` quando não há resposta."""
        connection = self._take() or self._open(timeout)
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        try:
            connection.request(method, self._base_path + path, body=body, headers=dict(headers))
            return Answer(self, connection)
        except BaseException:
            connection.close()
            raise

    def keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < _IDLE_COUNT_MAX:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _take(self) -> Optional[http.client.HTTPConnection]:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                kept_at, connection = self._idle.pop()
            is_fresh = time.monotonic() - kept_at < _IDLE_SECONDS_MAX
            if is_fresh and connection.sock is not None and not _is_readable(connection.sock):
                return connection
            connection.close()

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=timeout)


def _is_readable(sock: socket.socket) -> bool:
    """Se há o que ler de uma conexão ociosa: o outro lado a fechou."""
    try:
        return bool(select.select([sock], [], [], 0)[0])
    except (OSError, ValueError):
        return True
