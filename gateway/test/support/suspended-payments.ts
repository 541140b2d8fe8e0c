import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CHARGE, createMerchantWithKeys, type Keys, until } from './gateway.ts';
import type { LiveGateway } from './live.ts';
import { type PanelSession, signInOperator } from './panel.ts';

const MINUTE_MS = 60_000;
export const PATH = '/api/operator/incoming-payments';

interface Suspended {
  readonly end_to_end_id: string;
  readonly reason: string;
}

interface PayOptions {
  readonly by?: PanelSession;
  readonly key?: string;
  /** The charge that the operator chose. */
  readonly chosen?: string;
}

/** What tests of payments in suspense share: charges, payments of other amounts, and operators. */
export async function openSuspense({ gateway, bank }: LiveGateway) {
  const operator = await signInOperator(gateway);
  const second = await signInOperator(gateway);
  const openShop = () => createMerchantWithKeys(gateway, 'live');

  async function create(keys: Keys, body: object = {}) {
    const created = await gateway.call('POST', '/v1/pix/qrcode', {
      keys,
      body: { ...CHARGE, ...body },
    });
    assert.equal(created.status, 201, created.text);
    const id = String(created.body.internal_id);
    return { id, txid: id.replaceAll('-', '') };
  }

  /** Waits until a payment is in suspense; the clock advances so that the list is read. */
  async function held(endToEndId: string): Promise<Suspended> {
    return until(`${endToEndId} is held`, async () => {
      const { body } = await operator.call<{ data: Suspended[] }>('GET', `${PATH}?limit=100`);
      const found = body.data.find((one) => one.end_to_end_id === endToEndId);
      if (!found) gateway.clock.advance(MINUTE_MS);
      return found;
    });
  }

  /** A payment of another amount with the txid of a charge, which the bank leaves unpaid. */
  async function suspend(txid: string, amount: bigint): Promise<string> {
    // The simulated bank completes a charge by every payment with its txid.
    const { endToEndId } = bank.receiveWithoutCharge(amount, randomUUID().replaceAll('-', ''));
    bank.alter(endToEndId, { txid });
    await held(endToEndId);
    return endToEndId;
  }

  async function read(keys: Keys, id: string): Promise<Record<string, unknown>> {
    return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
  }

  async function availableOf(keys: Keys): Promise<number> {
    return Number((await gateway.call('GET', '/v1/balance', { keys })).body.available);
  }

  const review = (endToEndId: string, chosen?: string) =>
    operator.call(
      'GET',
      `${PATH}/${endToEndId}/charge${chosen === undefined ? '' : `?charge_id=${chosen}`}`,
    );

  async function pay(
    endToEndId: string,
    expected: number,
    { by = operator, key = randomUUID(), chosen }: PayOptions = {},
  ) {
    const reason = 'O banco confirmou o valor por telefone';
    return by.call('POST', `${PATH}/${endToEndId}/pay`, {
      body: {
        expected_amount: expected,
        reason,
        code: await by.code(),
        ...(chosen !== undefined && { charge_id: chosen }),
      },
      headers: { 'idempotency-key': key },
    });
  }

  return {
    operator,
    second,
    openShop,
    create,
    held,
    suspend,
    read,
    availableOf,
    review,
    pay,
  };
}
