import type { TestContext } from 'node:test';
import {
  createMerchantWithKeys,
  type Keys,
  type TestGateway,
} from '../../../../gateway/test/support/gateway.ts';
import { type FaultProxy, startFaultProxy } from '../../../../sdk/test/support/fault-proxy.ts';
import { type Shop, type ShopKind, settingsFor, startShop } from './shop.ts';

/** A shop that is connected with a merchant of the gateway, and the network between them. */
export interface Store {
  readonly shop: Shop;
  readonly gateway: TestGateway;
  readonly keys: Keys;
  readonly network: FaultProxy;
}

export interface Saved {
  readonly errors: readonly string[];
  readonly page: string;
}

export async function openStore(
  context: TestContext,
  gateway: TestGateway,
  kind: ShopKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<Store> {
  const { keys } = await createMerchantWithKeys(gateway);
  const network = await startFaultProxy(context, gateway.url);
  const shop = await startShop(context, kind);
  const saved = await shop.call<Saved>('settings', {
    ...settingsFor(network, { ...keys }),
    ...settings,
  });
  if (saved.errors.length > 0) throw new Error(saved.errors.join());
  return { shop, gateway, keys, network };
}

/** A valid CPF with the punctuation that checkouts have. */
export const CPF = '123.456.789-09';

/** An order that was sent through the checkout. */
export async function placeOrder({ shop }: Store, total = '99.90'): Promise<number> {
  const order = await shop.call<number>('new_order', total, CPF);
  const { result, notices } = await pay(shop, order);
  if (result !== 'success') throw new Error(notices.join());
  return order;
}

export interface Paying {
  readonly result: string;
  readonly redirect?: string;
  readonly notices: readonly string[];
}

/** Presses "place order". */
export function pay(shop: Shop, order: number, document = ''): Promise<Paying> {
  return shop.call('pay', order, document);
}

/** The customer pays the charge of an order. */
export async function payCharge({ shop, gateway, keys }: Store, order: number): Promise<void> {
  const { charge } = await shop.facts(order);
  const path = `/v1/test/charges/${charge?.id}/pay`;
  const { status, text } = await gateway.call('POST', path, { keys });
  if (status !== 200) throw new Error(text);
}

/** All charges of the merchant at the gateway. */
export async function chargesOf({ gateway, keys }: Store) {
  const path = '/v1/transactions?type=charge&limit=100';
  type Page = { data: { internal_id: string; status: string; amount: number }[] };
  return (await gateway.call<Page>('GET', path, { keys })).body.data;
}

/** Pauses the webhook of the shop, so that nothing arrives. */
export async function loseWebhooks({ gateway, keys }: Store): Promise<void> {
  type List = { data: { id: string }[] };
  const list = await gateway.call<List>('GET', '/v1/webhook-endpoints', { keys });
  for (const { id } of list.body.data) {
    await gateway.call('POST', `/v1/webhook-endpoints/${id}/pause`, { keys });
  }
}
