import assert from 'node:assert/strict';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS, type PayoutLimits } from '#src/money-out/payouts/payout-limits.ts';
import {
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  type TestGateway,
  until,
} from './gateway.ts';
import { type PanelSession, signIn } from './panel.ts';

const PATH = '/api/panel/test/payout-approvals';

/** A merchant with 9,802 centavos that approves payouts, and a member with a second factor. */
export interface ApprovingShop {
  readonly merchant: Merchant;
  readonly keys: Keys;
  readonly member: PanelSession;
}

/** An amount of a limit. */
export const centavosOf = (amount: number) => BigInt(amount) as NonNullable<PayoutLimits['perDay']>;

/** Payouts above 1,000 centavos need an approval. */
export const ABOVE_1000 = { approvalAbove: centavosOf(1_000) };

/** The steps of tests about payouts that wait for an approval, in the test environment. */
export function approvalSteps(gateway: TestGateway) {
  async function openShop(limits: Partial<PayoutLimits> = ABOVE_1000): Promise<ApprovingShop> {
    const { merchant, keys } = await createMerchantWithKeys(gateway);
    await receivePayment(gateway, keys);
    const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
    const wanted = { ...NO_LIMITS, ...limits };
    await setOperatorLimits(gateway.appContext, scope, () => wanted, commandActor);
    return { merchant, keys, member: await signIn(gateway, merchant, { hasSecondFactor: true }) };
  }

  async function request({ keys }: ApprovingShop, amount: number, status: string) {
    const body = { ...PAYOUT, amount };
    const answer = await gateway.call('POST', '/v1/pix/payout', { keys, body });
    assert.deepEqual([answer.status, answer.body.status], [201, status], answer.text);
    return String(answer.body.internal_id);
  }

  async function read({ keys }: ApprovingShop, id: string): Promise<Record<string, unknown>> {
    return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
  }

  async function ends(shop: ApprovingShop, id: string, status: string): Promise<void> {
    await until(`it is ${status}`, async () => {
      gateway.clock.advance(1_000);
      return (await read(shop, id)).status === status;
    });
  }

  async function decide(member: PanelSession, id: string, decision: string) {
    const body = { code: await member.code() };
    return member.call('POST', `${PATH}/${id}/${decision}`, { body });
  }

  async function balanceOf({ keys }: ApprovingShop): Promise<unknown[]> {
    const { body } = await gateway.call('GET', '/v1/balance', { keys });
    return [body.available, body.reserved];
  }

  async function kindsOf(id: string): Promise<unknown[]> {
    const rows = await gateway.sql(
      'select kind from webhook_events where resource_id = $1 order by sequence',
      [id],
    );
    return rows.map(({ kind }) => kind);
  }

  return { openShop, request, read, ends, decide, balanceOf, kindsOf };
}
