import type { Demo } from '../../test/support/demo.ts';
import {
  callGateway,
  createKeys,
  type Keys,
  type TestGateway,
} from '../../test/support/gateway.ts';
import { openMerchant } from '../../test/support/operator-merchants.ts';
import { signIn } from '../../test/support/panel.ts';
import type { Pictures } from './pictures.ts';

const PAYER = { name: 'Beatriz Carvalho', document: '52998224725' };
const LONG_NOTE =
  'Assinatura anual do clube do café, com três pacotes de 250 g por mês, entrega grátis em São ' +
  'Paulo e um livro de receitas';

const LONG_NAME =
  'Associação dos Pequenos Produtores de Café e Chocolate da Serra da Mantiqueira Ltda';

/** A shop with a long name, a logo and a long description; returns the id of its charge. */
export async function fillLongNames(gateway: TestGateway, { logo }: Pictures): Promise<string> {
  const merchant = await openMerchant(gateway, 'associacao', LONG_NAME);
  const session = await signIn(gateway, merchant);
  const body = { description: LONG_NOTE.slice(0, 140), support_contact: '(11) 98765-4321' };
  await session.call('PUT', '/api/panel/payment-page', { body });
  await fetch(`${gateway.url}/api/panel/payment-page/logo`, {
    method: 'PUT',
    headers: { cookie: session.cookie(), origin: gateway.url, 'content-type': 'image/png' },
    body: new Uint8Array(logo),
  });
  const keys = await createKeys(gateway.appContext, merchant, 'test');
  return makeCharge(gateway, keys, { amount: 123_456_789, description: LONG_NOTE });
}

/** Makes a charge of a shop in each state that a payer can see; returns their ids by state. */
export async function fillPayerCharges(gateway: TestGateway, { keys }: Pick<Demo, 'keys'>) {
  const make = (more: object = {}) => makeCharge(gateway, keys, more);
  const act = (id: string, path: string) =>
    callGateway(`${gateway.url}${path.replace(':id', id)}`, 'POST', { keys, body: {} });
  const [paid, refunded, canceled, expired] = [
    await make(),
    await make(),
    await make(),
    await make({ expires_in: 60 }),
  ];
  await act(paid, '/v1/test/charges/:id/pay');
  await act(refunded, '/v1/test/charges/:id/pay');
  await act(refunded, '/v1/transactions/:id/refund');
  await act(canceled, '/v1/transactions/:id/cancel');
  gateway.clock.advance(61_000);
  return {
    paga: paid,
    devolvida: refunded,
    cancelada: canceled,
    expirada: expired,
    pendente: await make({ description: 'Pedido 1001: 2 cafés em grãos' }),
    longa: await make({ amount: 123_456_789, description: LONG_NOTE }),
  };
}

async function makeCharge(gateway: TestGateway, keys: Keys, more: object): Promise<string> {
  const body = { amount: 12_990, payer: PAYER, ...more };
  const answer = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.internal_id);
}
