import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CHARGE, createMerchantWithKeys, type Keys, PAYOUT, until } from './gateway.ts';
import type { LiveGateway } from './live.ts';
import { type PanelSession, signInOperator } from './panel.ts';
import { createRefunder } from './refunds.ts';

const STEP_MS = 10_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export const END_TO_END_ID = 'E9999999920261120120012345678901';
export const RETURN_ID = 'D9999999920261120120012345678901';

/** A gateway whose bank takes every order and says nothing more. */
export const SILENT_BANK = {
  env: {
    PROVIDER_TIMEOUT_SECONDS: '3',
    PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '60',
    DEFAULT_PAYOUT_FEE: '10',
  },
  bankOptions: { payoutDelayMs: 1_000 * DAY_MS, refundDelayMs: 10 * DAY_MS },
};

type Kind = 'payout' | 'refund';

/** The bank's id of an order. */
export const atBank = (id: string): string => id.replaceAll('-', '');

/** Decides a proposal with a fresh code. */
export async function decide(
  by: PanelSession,
  proposalId: unknown,
  decision: 'approve' | 'reject',
) {
  const body = { code: await by.code() };
  return by.call('POST', `/api/operator/proposals/${proposalId}/${decision}`, { body });
}

/** Proposes results as one operator, and approves them as another. */
function createResolver(operator: PanelSession, second: PanelSession) {
  async function propose(kind: Kind, id: string, bankId: string | null, by = operator) {
    const body = {
      resolution: bankId === null ? 'not_paid' : 'paid',
      bank_id: bankId,
      reason: 'O banco confirmou por telefone',
      code: await by.code(),
    };
    const headers = { 'idempotency-key': randomUUID() };
    return by.call('POST', `/api/operator/stuck-orders/${kind}/${id}/resolve`, { headers, body });
  }

  async function resolve(kind: Kind, id: string, bankId: string | null): Promise<void> {
    const proposed = await propose(kind, id, bankId);
    assert.equal(proposed.status, 201, proposed.text);
    const approved = await decide(second, proposed.body.proposal_id, 'approve');
    assert.equal(approved.status, 200, approved.text);
  }

  return { propose, resolve };
}

/** The actions that tests of stuck orders share, with two operators. */
export async function createStuckOrders({ gateway, bank }: LiveGateway) {
  const { refund, read, balanceOf } = createRefunder(gateway);
  const operator = await signInOperator(gateway);
  const second = await signInOperator(gateway);

  /** A merchant with a paid charge of 10000, of which `split` goes to others. */
  async function openShop(split: object[] = []) {
    const { keys, merchant } = await createMerchantWithKeys(gateway, 'live');
    const body = { ...CHARGE, ...(split.length > 0 && { split }) };
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    assert.equal(created.status, 201, created.text);
    const charge = String(created.body.internal_id);
    bank.pay(charge.replaceAll('-', ''));
    await until('it is paid', async () => (await read(keys, charge)).status === 'paid');
    return { keys, merchant, charge };
  }

  async function isListed(kind: Kind, id: string): Promise<boolean> {
    const path = '/api/operator/stuck-orders';
    const { body } = await operator.call<{ data: { kind: Kind; id: string }[] }>('GET', path);
    return body.data.some((one) => one.kind === kind && one.id === id);
  }

  async function isStuck(kind: Kind, id: string): Promise<string> {
    await until(`the ${kind} ${id} is stuck`, async () => {
      gateway.clock.advance(STEP_MS);
      return isListed(kind, id);
    });
    return id;
  }

  /** A payout of 1000 that the bank has taken and not explained. */
  async function stuckPayout({ keys }: { keys: Keys }): Promise<string> {
    const body = { ...PAYOUT, amount: 1_000 };
    const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body });
    assert.equal(sent.status, 201, sent.text);
    return isStuck('payout', String(sent.body.internal_id));
  }

  /** A refund that the bank has taken and not explained. */
  async function stuckRefund(
    { keys, charge }: Awaited<ReturnType<typeof openShop>>,
    amount: number,
  ) {
    const made = await refund(keys, charge, { amount });
    assert.equal(made.status, 201, made.text);
    return isStuck('refund', String(made.body.internal_id));
  }

  function confirmed(table: 'payouts' | 'refunds', id: string): Promise<unknown> {
    return until('the bank has confirmed it', async () => {
      gateway.clock.advance(HOUR_MS);
      const [row] = await gateway.sql(
        `select resolution_confirmed_at from ${table} where id = $1`,
        [id],
      );
      return row?.resolution_confirmed_at !== null;
    });
  }

  return {
    operator,
    second,
    openShop,
    isListed,
    stuckPayout,
    stuckRefund,
    confirmed,
    read,
    balanceOf,
    ...createResolver(operator, second),
  };
}
