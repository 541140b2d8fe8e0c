import {
  callGateway,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  type TestGateway,
  until,
} from './gateway.ts';

type Json = Record<string, unknown>;

/** The actions that tests of refunds share. */
export function createRefunder(gateway: TestGateway) {
  /** A merchant with a paid charge of 10000, and a balance from another one for its fee. */
  async function createPaid() {
    const { keys, merchant } = await createMerchantWithKeys(gateway);
    await receivePayment(gateway, keys);
    const charge = await receivePayment(gateway, keys);
    return { keys, merchant, id: String(charge.internal_id) };
  }

  function refund(
    keys: Keys,
    id: string,
    body: unknown = {},
    { url = gateway.url, key = '' } = {},
  ) {
    const headers = key === '' ? {} : { 'idempotency-key': key };
    const options = { keys, headers, body };
    return callGateway<Json>(`${url}/v1/transactions/${id}/refund`, 'POST', options);
  }

  async function read(keys: Keys, id: string): Promise<Json & { refunds: Json[] }> {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body as Json & { refunds: Json[] };
  }

  /** The available and the reserved balance. */
  async function balanceOf(keys: Keys): Promise<unknown[]> {
    const { body } = await gateway.call('GET', '/v1/balance', { keys });
    return [body.available, body.reserved];
  }

  /** Advances the clock until every pending refund has ended. */
  async function endRefunds(): Promise<void> {
    gateway.clock.advance(31_000);
    await until('refunds end', async () => {
      const rows = await gateway.sql(`select from refunds where status = 'pending'`);
      return rows.length === 0;
    });
  }

  return { createPaid, refund, read, balanceOf, endRefunds };
}
