"""Uma loja em FastAPI: cobra por Pix e confirma o pedido pelo webhook."""
import os

import uvicorn
from fastapi import FastAPI, Request, Response
from pydantic import BaseModel

from pix_gateway import PixGateway, WebhookVerificationError, webhooks

pix = PixGateway(
    os.environ["PIX_CLIENT_ID"], os.environ["PIX_CLIENT_SECRET"], os.environ["PIX_GATEWAY_URL"]
)
# Numa loja de verdade, uma tabela do banco de dados.
orders: dict = {}

app = FastAPI()


class Order(BaseModel):
    id: str
    amount: int
    name: str
    document: str


# Sem `async`: o FastAPI a executa numa thread, e a espera pelo gateway não para as outras.
@app.post("/pedidos", status_code=201)
def create_order(order: Order):
    charge = pix.charges.create(
        {
            "amount": order.amount,
            "payer": {"name": order.name, "document": order.document},
            "external_id": order.id,
        },
        # Uma chave por pedido: um clique repetido não cria outra cobrança.
        idempotency_key=f"pedido-{order.id}",
    )
    orders.setdefault(order.id, "pendente")
    return {"id": order.id, "qrcode": charge["qrcode"]}


@app.get("/pedidos/{order_id}")
def read_order(order_id: str):
    return {"status": orders.get(order_id, "desconhecido")}


@app.post("/webhooks")
async def receive(request: Request):
    # O corpo exatamente como veio: a assinatura é sobre ele.
    body = await request.body()
    signature = request.headers.get("x-service-signature")
    try:
        event = webhooks.verify(body, signature, os.environ["PIX_WEBHOOK_SECRET"])
    except WebhookVerificationError:
        return Response(status_code=401)
    # Marcar como pago é o mesmo na segunda vez; senão, guarde event["id"] e ignore os repetidos.
    if event["event"] == "deposit.paid":
        orders[event["data"]["external_id"]] = "pago"
    return Response(status_code=204)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "4000")), log_level="error")
