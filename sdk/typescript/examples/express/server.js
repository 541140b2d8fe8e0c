// Uma loja em Express: cobra por Pix e confirma o pedido pelo webhook.
import express from 'express';
import { PixGateway, WebhookVerificationError, webhooks } from 'pix-gateway-sdk';

const { PIX_GATEWAY_URL, PIX_CLIENT_ID, PIX_CLIENT_SECRET, PIX_WEBHOOK_SECRET } = process.env;
const pix = new PixGateway({
  baseUrl: PIX_GATEWAY_URL,
  clientId: PIX_CLIENT_ID,
  clientSecret: PIX_CLIENT_SECRET,
});
// Numa loja de verdade, uma tabela do banco de dados.
const orders = new Map();

const app = express();

app.post('/pedidos', express.json(), async (request, response) => {
  const { id, amount, name, document } = request.body;
  const charge = await pix.charges.create(
    { amount, payer: { name, document }, external_id: id },
    // Uma chave por pedido: um clique repetido não cria outra cobrança.
    { idempotencyKey: `pedido-${id}` },
  );
  orders.set(id, orders.get(id) ?? 'pendente');
  response.status(201).json({ id, qrcode: charge.qrcode });
});

app.get('/pedidos/:id', (request, response) => {
  response.json({ status: orders.get(request.params.id) ?? 'desconhecido' });
});

// `express.raw` mantém o corpo exatamente como veio: a assinatura é sobre ele.
app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  try {
    const signature = request.get('x-service-signature');
    const event = webhooks.verify(request.body, signature, PIX_WEBHOOK_SECRET);
    // Marcar como pago é o mesmo na segunda vez; senão, guarde `event.id` e ignore os repetidos.
    if (event.event === 'deposit.paid') orders.set(event.data.external_id, 'pago');
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.sendStatus(401);
  }
});

app.listen(Number(process.env.PORT ?? 4000), '127.0.0.1');
