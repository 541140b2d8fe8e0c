"""Uma loja em Django, num só arquivo: cobra por Pix e confirma o pedido pelo webhook."""
import json
import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from pix_gateway import PixGateway, WebhookVerificationError, webhooks

settings.configure(
    ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY=os.urandom(32).hex()
)
pix = PixGateway(
    os.environ["PIX_CLIENT_ID"], os.environ["PIX_CLIENT_SECRET"], os.environ["PIX_GATEWAY_URL"]
)
# Numa loja de verdade, um modelo do banco de dados.
orders: dict = {}


@require_POST
def create_order(request):
    order = json.loads(request.body)
    charge = pix.charges.create(
        {
            "amount": order["amount"],
            "payer": {"name": order["name"], "document": order["document"]},
            "external_id": order["id"],
        },
        # Uma chave por pedido: um clique repetido não cria outra cobrança.
        idempotency_key=f"pedido-{order['id']}",
    )
    orders.setdefault(order["id"], "pendente")
    return JsonResponse({"id": order["id"], "qrcode": charge["qrcode"]}, status=201)


@require_GET
def read_order(request, order_id):
    return JsonResponse({"status": orders.get(order_id, "desconhecido")})


# O gateway não tem o token de CSRF; a assinatura prova de quem vem a requisição.
@csrf_exempt
@require_POST
def receive(request):
    signature = request.headers.get("X-Service-Signature")
    try:
        # `request.body` é o corpo exatamente como veio: a assinatura é sobre ele.
        event = webhooks.verify(request.body, signature, os.environ["PIX_WEBHOOK_SECRET"])
    except WebhookVerificationError:
        return HttpResponse(status=401)
    # Marcar como pago é o mesmo na segunda vez; senão, guarde event["id"] e ignore os repetidos.
    if event["event"] == "deposit.paid":
        orders[event["data"]["external_id"]] = "pago"
    return HttpResponse(status=204)


urlpatterns = [
    path("pedidos", create_order),
    path("pedidos/<str:order_id>", read_order),
    path("webhooks", receive),
]

if __name__ == "__main__":
    address = f"127.0.0.1:{os.environ.get('PORT', '4000')}"
    execute_from_command_line([sys.argv[0], "runserver", address, "--noreload"])
