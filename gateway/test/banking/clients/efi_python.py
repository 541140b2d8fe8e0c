"""Drives a bank with Efí's SDK for Python: charges, a lot, a payment, its refund, a webhook."""
import json
import os
import urllib.request

from efipay import EfiPay
from efipay.constants import Constants

# The SDK has no setting for the address.
Constants.APIS["PIX"]["URL"]["sandbox"] = os.environ["BANK_URL"]
KEY = os.environ["PIX_KEY"]
DUE_DATE = os.environ["DUE_DATE"]
PERIOD = {"inicio": "2020-01-01T00:00:00Z", "fim": "2039-12-31T00:00:00Z"}

efi = EfiPay({
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
    "sandbox": True,
    "certificate": os.environ["CERTIFICATE"],
})


def txid(end):
    return "efipython00000000000000000000" + end


debtor = {"cpf": "12345678909", "nome": "Francisco da Silva"}
charge = {
    "calendario": {"expiracao": 3600},
    "devedor": debtor,
    "valor": {"original": "10.00"},
    "chave": KEY,
}
due = {
    "calendario": {"dataDeVencimento": DUE_DATE, "validadeAposVencimento": 30},
    "devedor": debtor,
    "valor": {"original": "123.45", "multa": {"modalidade": 2, "valorPerc": "2.00"}},
    "chave": KEY,
}
facts = {
    "immediate": efi.pix_create_immediate_charge(body=charge)["status"],
    "charge": efi.pix_create_charge(params={"txid": txid("01")}, body=charge)["pixCopiaECola"],
    "changed": efi.pix_update_charge(
        params={"txid": txid("01")}, body={"valor": {"original": "11.00"}}
    )["valor"]["original"],
    "charges": len(efi.pix_list_charges(params=PERIOD)["cobs"]),
    "due": efi.pix_create_due_charge(params={"txid": txid("02")}, body=due)["status"],
    "revision": efi.pix_update_due_charge(
        params={"txid": txid("02")}, body={"valor": {"original": "200.00"}}
    )["revisao"],
    "dueCharges": len(efi.pix_list_due_charges(params=PERIOD)["cobs"]),
    "original": efi.pix_detail_due_charge(params={"txid": txid("02")})["valor"]["original"],
}
order = urllib.request.Request(
    os.environ["CONTROL_URL"] + "/control/pay",
    data=json.dumps({"code": facts["charge"]}).encode(),
    headers={"content-type": "application/json"},
)
with urllib.request.urlopen(order) as paid:
    e2e_id = json.load(paid)["endToEndId"]
refund = {"e2eId": e2e_id, "id": "D1"}
facts["refund"] = efi.pix_devolution(params=refund, body={"valor": "4.00"})["valor"]
facts["refunded"] = efi.pix_detail_devolution(params=refund)["id"]
facts["received"] = efi.pix_detail_received(params={"e2eId": e2e_id})["valor"]
item = dict(due, txid=txid("03"))
efi.pix_create_due_charge_batch(
    params={"id": "77"}, body={"descricao": "Turma A", "cobsv": [item]}
)
facts["lot"] = efi.pix_detail_due_charge_batch(params={"id": "77"})["cobsv"][0]["status"]
facts["lots"] = len(efi.pix_list_due_charge_batch(params=PERIOD)["lotes"])
location = efi.pix_create_location(body={"tipoCob": "cob"})
facts["location"] = efi.pix_detail_location(params={"id": location["id"]})["tipoCob"]
facts["image"] = efi.pix_generate_qrcode(params={"id": location["id"]})["imagemQrcode"][:11]
detail = efi.pix_detail_charge(params={"txid": txid("01")})
freed = efi.pix_unlink_txid_location(params={"id": detail["loc"]["id"]})
facts["freed"] = freed["id"] == detail["loc"]["id"]
facts["locations"] = len(efi.pix_location_list(params=PERIOD)["loc"])
facts["webhook"] = efi.pix_config_webhook(
    params={"chave": KEY},
    body={"webhookUrl": "https://127.0.0.1:9/aviso"},
    headers={"x-skip-mtls-checking": "true"},
)["webhookUrl"]
facts["webhooks"] = len(efi.pix_list_webhook(params=PERIOD)["webhooks"])
efi.pix_delete_webhook(params={"chave": KEY})
facts["payments"] = len(efi.pix_received_list(params=PERIOD)["pix"])
facts["missing"] = efi.pix_detail_charge(params={"txid": txid("99")})["nome"]
print(json.dumps(facts))
