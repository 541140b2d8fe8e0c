// Next (App Router): recebe os webhooks. O SDK usa node:crypto, então não use o runtime "edge".
import { WebhookVerificationError, webhooks } from 'pix-gateway-sdk';
import { orders } from '../../loja.js';

export async function POST(request) {
  // O corpo exatamente como veio: a assinatura é sobre ele.
  const body = await request.text();
  const signature = request.headers.get('x-service-signature');
  try {
    const event = webhooks.verify(body, signature, process.env.PIX_WEBHOOK_SECRET);
    // Marcar como pago é o mesmo na segunda vez; senão, guarde `event.id` e ignore os repetidos.
    if (event.event === 'deposit.paid') orders.set(event.data.external_id, 'pago');
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(null, { status: 401 });
  }
}
