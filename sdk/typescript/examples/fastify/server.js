// Uma loja em Fastify: cobra por Pix e confirma o pedido pelo webhook.
import Fastify from 'fastify';
import { PixGateway, WebhookVerificationError, webhooks } from 'pix-gateway-sdk';

const { PIX_GATEWAY_URL, PIX_CLIENT_ID, PIX_CLIENT_SECRET, PIX_WEBHOOK_SECRET } = process.env;
const pix = new PixGateway({
  baseUrl: PIX_GATEWAY_URL,
  clientId: PIX_CLIENT_ID,
  clientSecret: PIX_CLIENT_SECRET,
});
// Numa loja de verdade, uma tabela do banco de dados.
const orders = new Map();

const app = Fastify();

app.post('/pedidos', async (request, reply) => {
  const { id, amount, name, document } = request.body;
  const charge = await pix.charges.create(
    { amount, payer: { name, document }, external_id: id },
    // Uma chave por pedido: um clique repetido não cria outra cobrança.
    { idempotencyKey: `pedido-${id}` },
  );
  orders.set(id, orders.get(id) ?? 'pendente');
  return reply.code(201).send({ id, qrcode: charge.qrcode });
});

app.get('/pedidos/:id', async (request) => ({
  status: orders.get(request.params.id) ?? 'desconhecido',
}));

// Só nesta parte o corpo fica exatamente como veio: a assinatura é sobre ele.
app.register(async (receiver) => {
  receiver.removeAllContentTypeParsers();
  receiver.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request, body) => body);
  receiver.post('/webhooks', async (request, reply) => {
    try {
      const signature = request.headers['x-service-signature'];
      const event = webhooks.verify(request.body, signature, PIX_WEBHOOK_SECRET);
      // Marcar como pago é o mesmo na segunda vez; senão, guarde `event.id` e ignore os repetidos.
      if (event.event === 'deposit.paid') orders.set(event.data.external_id, 'pago');
      return reply.code(204).send();
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return reply.code(401).send();
    }
  });
});

await app.listen({ port: Number(process.env.PORT ?? 4000), host: '127.0.0.1' });
