from __future__ import annotations

from typing import cast

from ._http import Call, path_of
from ._resources import Resource
from .types import ChargeMails, PayerMailSettings, PayerMailSettingsChange

_PATH = "/v1/payer-mails/settings"


class PayerMails(Resource):
    """Lembretes e comprovantes por e-mail aos pagadores."""

    def settings(self) -> PayerMailSettings:
        """O que os pagadores recebem."""
        return cast(PayerMailSettings, self._http.json(Call("GET", _PATH)))

    def change_settings(self, settings: PayerMailSettingsChange) -> PayerMailSettings:
        """Só o que vem muda."""
        call = Call("PATCH", _PATH, body=settings, is_repeatable=True)
        return cast(PayerMailSettings, self._http.json(call))

    def list(self, charge_id: str) -> ChargeMails:
        """Os e-mails ao pagador de uma cobrança."""
        path = path_of("/v1/transactions", charge_id, "/mails")
        return cast(ChargeMails, self._http.json(Call("GET", path)))
