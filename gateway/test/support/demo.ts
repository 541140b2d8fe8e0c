import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import type { Cleanup } from './cleanup.ts';
import { createKeys, type Keys, type TestGateway, until } from './gateway.ts';
import { testNow } from './manual-clock.ts';
import { startWebhookSink } from './webhook-sink.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
const PAYERS = [
  ['Beatriz Carvalho', '52998224725'],
  ['João Pedro Lima', '39053344705'],
  ['Luíza Fernandes', '12345678909'],
  ['Rafael Souza', '11144477735'],
  ['Construtora Horizonte Ltda', '11222333000181'],
] as const;

/** A shop with a month of history, for screenshots and tests of pages with content. */
export interface Demo {
  readonly merchant: Merchant;
  readonly keys: Keys;
  readonly chargeIds: readonly string[];
  readonly webhookIds: readonly string[];
}

/** Fills a gateway with a month of charges, shares, payouts and webhooks, one of which fails. */
export async function fillDemo(gateway: TestGateway, context: Cleanup): Promise<Demo> {
  const shop = await openShop(gateway, 'cafe-aurora', 'Café Aurora');
  const courier = await openShop(gateway, 'moto-express', 'Moto Express');
  const market = await openShop(gateway, 'feira-sul', 'Feira Sul Marketplace');
  const webhookIds = await addWebhooks(gateway, context, shop.merchant);
  const end = gateway.clock.now();
  const chargeIds: string[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    gateway.clock.set(end - (DAYS - day) * DAY_MS + 10 * HOUR_MS);
    for (let order = 0; order < 3 + ((day * 7) % 6); order += 1) {
      const number = day * 10 + order;
      const split = number % 4 === 0 ? [{ username: 'moto-express', percentage: 12.5 }] : [];
      chargeIds.push(await sell(gateway, shop.keys, number, split));
      gateway.clock.advance(HOUR_MS / 2);
    }
    if (day % 5 === 2) {
      await sell(gateway, market.keys, day, [{ username: 'cafe-aurora', percentage: 30 }]);
      await sell(gateway, courier.keys, day, [{ username: 'cafe-aurora', percentage: 5 }]);
    }
    if (day % 7 === 6) await withdraw(gateway, shop.keys, day);
  }
  gateway.clock.set(end);
  await until('payouts are settled', async () => {
    const pending = await gateway.sql("select from payouts where status = 'pending'");
    return pending.length === 0;
  });
  chargeIds.push(await sell(gateway, shop.keys, 9_001, [], false));
  // The library checks codes of the second factor by the real time.
  gateway.clock.set(testNow());
  return { ...shop, chargeIds, webhookIds };
}

async function openShop(gateway: TestGateway, username: string, name: string) {
  const { database, clock, config } = gateway.appContext;
  const merchant = await createMerchant(
    { database, clock, fees: config.fees },
    { username, name, document: '11222333000181', isApproved: true },
    commandActor,
  );
  return { merchant, keys: await createKeys(gateway.appContext, merchant, 'test') };
}

async function addWebhooks(gateway: TestGateway, context: Cleanup, merchant: Merchant) {
  const sink = await startWebhookSink(context);
  sink.answerWith(({ path }, response) => {
    response.writeHead(path === '/estoque' ? 500 : 204).end();
  });
  const { appContext } = gateway;
  const deps = { ...appContext, targetRules: targetRulesOf(appContext.config) };
  const { merchantId, isSandbox } = merchant;
  const owner = { merchantId, isSandbox, environment: 'test' } as const;
  const ids: string[] = [];
  for (const path of ['/pedidos', '/estoque']) {
    const endpoint = await createEndpoint(deps, owner, { url: sink.url + path }, commandActor);
    ids.push(endpoint.id);
  }
  return ids;
}

async function sell(
  gateway: TestGateway,
  keys: Keys,
  number: number,
  split: readonly object[],
  isPaid = number % 6 !== 5,
): Promise<string> {
  const [name = '', document = ''] = PAYERS[number % PAYERS.length] ?? [];
  const amount = 1_290 + ((number * 7_919) % 38_000);
  const body = {
    amount,
    payer: { name, document, email: 'cliente@exemplo.com.br' },
    external_id: `pedido-${1_000 + number}`,
    utm: { source: number % 2 === 0 ? 'instagram' : 'google' },
    ...(split.length > 0 && { split }),
  };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const id = String(created.body.internal_id);
  if (created.status !== 201) throw new Error(created.text);
  gateway.clock.advance(90_000);
  if (isPaid) await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  return id;
}

async function withdraw(gateway: TestGateway, keys: Keys, day: number): Promise<void> {
  const body = {
    amount: 25_000 + day * 1_000,
    pix_key: day % 14 === 13 ? 'falha@sandbox.com' : 'financeiro@cafeaurora.com.br',
    pix_key_type: 'email',
    beneficiary: { name: 'Café Aurora Ltda', document: '11222333000181' },
  };
  const answer = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  if (answer.status !== 201) throw new Error(answer.text);
  gateway.clock.advance(HOUR_MS);
}
