import type { Demo } from '../../test/support/demo.ts';
import type { TestGateway } from '../../test/support/gateway.ts';
import { SUBSCRIPTION, subscriptionClient } from '../../test/support/subscriptions.ts';

/** Makes a subscription in each state that a payer can see; returns the paths of their pages. */
export async function fillPayerSubscriptions(
  gateway: TestGateway,
  { keys }: Pick<Demo, 'keys'>,
): Promise<Readonly<Record<string, string>>> {
  const shop = subscriptionClient(gateway, keys);
  const account = { ispb: '60746948', number: '123456' };
  const [authorized, paused, canceled] = [
    await shop.create(),
    await shop.create(),
    await shop.create(),
  ];
  await shop.authorize(authorized.internal_id);
  await shop.authorize(paused.internal_id);
  await shop.pause(paused.internal_id);
  await shop.cancel(canceled.internal_id);
  const variable = { amount: null, min_amount: 2_000, first_payment: { amount: 3_590 } };
  const all = {
    codigo: await shop.create({ ends_on: '2028-12-15' }),
    pagamento: await shop.create({ journey: 'code_and_first_payment' }),
    oferta: await shop.create({ journey: 'offer', ...variable }),
    banco: await shop.create({ journey: 'bank_push', payer: { ...SUBSCRIPTION.payer, account } }),
    autorizada: authorized,
    pausada: paused,
    cancelada: canceled,
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, { internal_id: id }]) => [name, `/assinar/${id}`]),
  );
}
