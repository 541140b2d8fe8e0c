from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._http import Call
from ._pages import iterate, merged
from ._resources import Resource
from .types import ClosingFilters, ClosingPage, ClosingSettings, MailedClosing

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Closings(Resource):
    """Fechamentos que a loja recebe por e-mail."""

    def settings(self) -> ClosingSettings:
        """Os arquivos e os endereços que a loja escolheu."""
        return cast(ClosingSettings, self._http.json(Call("GET", "/v1/closings/settings")))

    def list(
        self, filters: Optional[ClosingFilters] = None, **more: Unpack[ClosingFilters]
    ) -> ClosingPage:
        """Os fechamentos enviados."""
        call = Call("GET", "/v1/closings", query=merged(filters, more))
        return cast(ClosingPage, self._http.json(call))

    def iterate(
        self, filters: Optional[ClosingFilters] = None, **more: Unpack[ClosingFilters]
    ) -> Iterator[MailedClosing]:
        return iterate(lambda query: self.list(cast(ClosingFilters, query)), merged(filters, more))
