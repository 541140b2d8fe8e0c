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
facts = {}


def cob():
    facts["immediate"] = efi.pix_create_immediate_charge(body=charge)["status"]
    named = {"txid": txid("01")}
    facts["charge"] = efi.pix_create_charge(params=named, body=charge)["pixCopiaECola"]
    change = {"valor": {"original": "11.00"}}
    facts["changed"] = efi.pix_update_charge(params=named, body=change)["valor"]["original"]
    facts["charges"] = len(efi.pix_list_charges(params=PERIOD)["cobs"])
    error = efi.pix_detail_charge(params={"txid": txid("99")})
    facts["missing"] = error.get("nome") or error.get("type")


def payment():
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


def cobv():
    named = {"txid": txid("02")}
    facts["due"] = efi.pix_create_due_charge(params=named, body=due)["status"]
    change = {"valor": {"original": "200.00"}}
    facts["revision"] = efi.pix_update_due_charge(params=named, body=change)["revisao"]
    facts["dueCharges"] = len(efi.pix_list_due_charges(params=PERIOD)["cobs"])
    facts["original"] = efi.pix_detail_due_charge(params=named)["valor"]["original"]


def lotecobv():
    lot = {"descricao": "Turma A", "cobsv": [dict(due, txid=txid("03"))]}
    efi.pix_create_due_charge_batch(params={"id": "77"}, body=lot)
    items = efi.pix_detail_due_charge_batch(params={"id": "77"})["cobsv"]
    facts["lot"] = items[0]["txid"] == txid("03")
    facts["lots"] = len(efi.pix_list_due_charge_batch(params=PERIOD)["lotes"])


def loc():
    location = efi.pix_create_location(body={"tipoCob": "cob"})
    facts["location"] = efi.pix_detail_location(params={"id": location["id"]})["tipoCob"]
    own = efi.pix_detail_charge(params={"txid": txid("01")})["loc"]["id"]
    facts["freed"] = efi.pix_unlink_txid_location(params={"id": own})["id"] == own
    facts["locations"] = len(efi.pix_location_list(params=PERIOD)["loc"]) > 1


def image():
    own = efi.pix_create_immediate_charge(body=charge)["loc"]["id"]
    facts["image"] = efi.pix_generate_qrcode(params={"id": own})["imagemQrcode"][:11]


def webhook():
    named = {"chave": KEY}
    body = {"webhookUrl": "https://127.0.0.1:9/aviso"}
    skip = {"x-skip-mtls-checking": "true"}
    efi.pix_config_webhook(params=named, body=body, headers=skip)
    facts["webhook"] = efi.pix_detail_webhook(params=named)["webhookUrl"]
    facts["webhooks"] = len(efi.pix_list_webhook(params=PERIOD)["webhooks"])
    efi.pix_delete_webhook(params=named)


def pix():
    facts["payments"] = len(efi.pix_received_list(params=PERIOD)["pix"])


# What to drive: a bank may not have all of it.
for part in os.environ["PARTS"].split(" "):
    globals()[part]()
print(json.dumps(facts))
