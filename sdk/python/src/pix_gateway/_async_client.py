"""O cliente para código `async`."""
from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, AsyncIterator, Callable, Iterator, Mapping, Optional, TypeVar

from ._client import PixGateway
from ._event_stream import StreamHandle, follow
from ._http import Call
from ._pages import merged
from ._resources import AsyncClient, Resource
from .types import Balance

_Result = TypeVar("_Result")
_STREAMS = {"events": "/v1/events/stream", "requests": "/v1/requests/stream"}
_END = object()


class AsyncPixGateway(AsyncClient):
    """Os mesmos métodos de `PixGateway`, com `await`; `iterate` e `stream` com `async for`.

    As requisições correm em até `max_threads` threads e usam as mesmas conexões. As outras opções
    são as de `PixGateway`. Uma requisição que já saiu não é desfeita quando a tarefa é cancelada.
    """

    def __init__(
        self,
        client_id: str,
        client_secret: str,
        base_url: str,
        *,
        max_threads: int = 32,
        **options: Any,
    ) -> None:
        self._pix = PixGateway(client_id, client_secret, base_url, **options)
        self._threads = ThreadPoolExecutor(max_threads, thread_name_prefix="pix-gateway")
        for name, resource in vars(self._pix).items():
            if isinstance(resource, Resource):
                setattr(self, name, AsyncResource(self, resource, _STREAMS.get(name, "")))

    async def balance(self) -> Balance:
        """O saldo do ambiente da chave, em centavos."""
        return await self.run(self._pix.balance)

    async def aclose(self) -> None:
        """Fecha as conexões e as threads, depois das requisições que já saíram."""
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)
        self._pix.close()

    async def __aenter__(self) -> AsyncPixGateway:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"Async{self._pix!r}"

    async def run(self, function: Callable[[], _Result]) -> _Result:
        """O resultado de uma função, que corre numa thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function)

    async def each(self, items: Iterator[Any], stop: Callable[[], None]) -> AsyncIterator[Any]:
        """Os itens de um iterador. `stop` faz com que uma espera em andamento termine."""
        waiting: Optional[asyncio.Future[Any]] = None
        try:
            while True:
                waiting = asyncio.ensure_future(self.run(partial(next, items, _END)))
                item = await asyncio.shield(waiting)
                waiting = None
                if item is _END:
                    return
                yield item
        finally:
            stop()
            if waiting is not None:
                # A generator can't be closed while a thread is in it.
                waiting.add_done_callback(lambda done: done.cancelled() or done.exception())

    def stream(self, path: str, query: Mapping[str, Any]) -> AsyncIterator[Any]:
        handle = StreamHandle()
        call = Call("GET", path, query=query)
        return self.each(follow(self._pix._http, call, handle), handle.close)


class AsyncResource:
    """Os métodos de um recurso, como `pix.charges`."""

    def __init__(self, owner: AsyncPixGateway, target: object, stream: str = "") -> None:
        self._owner = owner
        self._target = target
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if not callable(found):
            return AsyncResource(self._owner, found)
        if name == "stream":
            return lambda filters=None, **more: self._owner.stream(
                self._stream, merged(filters, more)
            )
        if name == "iterate":
            return lambda *args, **more: self._owner.each(found(*args, **more), lambda: None)
        return lambda *args, **more: self._owner.run(partial(found, *args, **more))
