import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  type TestGateway,
} from './gateway.ts';

export type Json = Record<string, unknown>;

/** The actions that tests of disputes share. */
export function createDisputer(gateway: TestGateway) {
  const post = (
    keys: Keys,
    path: string,
    body: unknown = {},
    { url = gateway.url, key = '' } = {},
  ) =>
    callGateway<Json>(`${url}${path}`, 'POST', {
      keys,
      headers: key === '' ? {} : { 'idempotency-key': key },
      body,
    });

  /** A merchant with a paid charge of 10000 (net 9802), and nothing else. */
  async function createPaid(body: object = CHARGE) {
    const { keys, merchant, username } = await createMerchantWithKeys(gateway);
    const charge = await receivePayment(gateway, keys, body);
    return { keys, merchant, username, id: String(charge.internal_id) };
  }

  /** A paid charge of 10000, of which a recipient got 1000; the origin has 8802 of it. */
  async function createShared() {
    const { keys, merchant } = await createMerchantWithKeys(gateway);
    const recipient = await createMerchantWithKeys(gateway);
    const split = [{ username: recipient.username, percentage: 10 }];
    const charge = await receivePayment(gateway, keys, { ...CHARGE, split });
    return { keys, merchant, recipient, id: String(charge.internal_id) };
  }

  const dispute = (keys: Keys, id: string, body: unknown = {}, options = {}) =>
    post(keys, `/v1/test/charges/${id}/dispute`, body, options);

  const close = (keys: Keys, id: unknown, outcome: string, options = {}) =>
    post(keys, `/v1/test/disputes/${id}/close`, { outcome }, options);

  const defend = (keys: Keys, id: unknown, text: unknown = 'Entregue em 18/11.', options = {}) =>
    post(keys, `/v1/disputes/${id}/defense`, { text }, options);

  async function read(keys: Keys, id: unknown): Promise<Json> {
    return (await gateway.call('GET', `/v1/disputes/${id}`, { keys })).body as Json;
  }

  async function transaction(keys: Keys, id: string): Promise<Json> {
    return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body as Json;
  }

  /** The balances of a merchant's scope of the test environment: available, blocked, debt. */
  async function balancesOf(keys: Keys): Promise<number[]> {
    const rows = await gateway.sql(
      `select a.account, a.balance_centavos as balance from ledger_accounts a
        join credentials c on c.merchant_id = a.merchant_id and c.environment = a.environment
        where c.client_id = $1 and a.account in ('available', 'blocked', 'debt')`,
      [keys['client-id']],
    );
    const byAccount = new Map(rows.map((row) => [String(row.account), Number(row.balance)]));
    return ['available', 'blocked', 'debt'].map((account) => byAccount.get(account) ?? 0);
  }

  /** The kind, the sequence and the data of each event of a dispute, in order. */
  async function eventsOf(id: unknown): Promise<{ kind: string; sequence: number; data: Json }[]> {
    const rows = await gateway.sql(
      `select kind, sequence, body::json -> 'data' as data from webhook_events
        where resource_id = $1 order by sequence`,
      [id],
    );
    return rows.map(({ kind, sequence, data }) => ({
      kind: String(kind),
      sequence: Number(sequence),
      data: data as Json,
    }));
  }

  return {
    post,
    createPaid,
    createShared,
    dispute,
    close,
    defend,
    read,
    transaction,
    balancesOf,
    eventsOf,
  };
}
