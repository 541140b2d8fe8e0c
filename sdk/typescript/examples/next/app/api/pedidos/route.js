// Next (App Router): cria a cobrança de um pedido.
import { orders, pix } from '../../loja.js';

export async function POST(request) {
  const { id, amount, name, document } = await request.json();
  const charge = await pix().charges.create(
    { amount, payer: { name, document }, external_id: id },
    // Uma chave por pedido: um clique repetido não cria outra cobrança.
    { idempotencyKey: `pedido-${id}` },
  );
  orders.set(id, orders.get(id) ?? 'pendente');
  return Response.json({ id, qrcode: charge.qrcode }, { status: 201 });
}

export async function GET(request) {
  const id = new URL(request.url).searchParams.get('id');
  return Response.json({ status: orders.get(id) ?? 'desconhecido' });
}
