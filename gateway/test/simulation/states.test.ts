import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createMerchantWithKeys, receivePayment, startGateway, until } from '../support/gateway.ts';
import { createRefunder } from '../support/refunds.ts';
import { runs } from '../support/runs.ts';

const MINUTE_MS = 60_000;
const gateway = await startGateway({ after });
const { createPaid, refund, endRefunds } = createRefunder(gateway);
const { keys } = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);
await receivePayment(gateway, keys, { amount: 900_000_000, payer: payer() });

function payer() {
  return { name: 'Ana', document: '12345678909' };
}

/** Every state of a row, and the states that may follow it. */
const MODEL: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  charges: {
    pending: ['paid', 'expired', 'canceled'],
    // A merchant removes an expired charge by the Central Bank's API, where it is still active.
    expired: ['paid', 'canceled'],
    canceled: ['paid'],
    paid: ['partially_refunded', 'refunded'],
    partially_refunded: ['refunded'],
    refunded: [],
  },
  charge_splits: {
    pending: ['paid', 'canceled'],
    canceled: ['paid'],
    paid: ['partially_refunded', 'refunded'],
    partially_refunded: ['refunded'],
    refunded: [],
  },
  payouts: { pending: ['paid', 'failed'], paid: [], failed: [] },
  refunds: { pending: ['done', 'failed'], done: [], failed: [] },
};

/** Changes the state of all rows and rolls back. Returns the error of the trigger, if any. */
async function tryChange(table: string, from: string, to: string): Promise<string | undefined> {
  // Only the triggers are tested here, so the check constraints are dropped.
  const checks = await gateway.sql(
    `select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  const drops = checks.map(({ conname }) => `drop constraint "${conname}"`).join(', ');
  const script = `begin; alter table ${table} ${drops};
    alter table ${table} disable trigger user;
    update ${table} set status = '${from}';
    alter table ${table} enable trigger user;
    update ${table} set status = '${to}';
    rollback;`;
  return gateway.sql(script).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

test('the database refuses every change of a state that is not a step forward', async () => {
  const split = [{ username: partner.username, percentage: 10 }];
  await receivePayment(gateway, keys, { amount: 10_000, payer: payer(), split });
  const body = { amount: 100, pix_key: 'a@b.example', pix_key_type: 'email' };
  const beneficiary = { name: 'João', document: '52998224725' };
  await gateway.call('POST', '/v1/pix/payout', { keys, body: { ...body, beneficiary } });
  const paid = await createPaid();
  await refund(paid.keys, paid.id, { amount: 1 });
  for (const [table, states] of Object.entries(MODEL)) {
    for (const [from, next] of Object.entries(states)) {
      for (const to of Object.keys(states)) {
        const refusal = await tryChange(table, from, to);
        const isLegal = from === to || next.includes(to);
        const expected = isLegal ? undefined : `${table} may not go from ${from} to ${to}`;
        assert.equal(refusal, expected, `${table}: ${from} > ${to}`);
      }
    }
  }
});

type Action = 'pay' | 'expire' | 'refund_half' | 'refund_all';
const actions = fc.array(fc.constantFrom<Action>('pay', 'expire', 'refund_half', 'refund_all'), {
  minLength: 1,
  maxLength: 5,
});
const HALF = 5_000;

/** The state of a charge after an action, and whether the action is accepted. */
function step(state: { status: string; refunded: number }, action: Action) {
  const { status, refunded } = state;
  const isPaid = ['paid', 'partially_refunded', 'refunded'].includes(status);
  if (action === 'pay') {
    return status === 'pending' ? { ...state, status: 'paid', isAccepted: true } : refused(state);
  }
  if (action === 'expire') {
    return { ...state, status: status === 'pending' ? 'expired' : status, isAccepted: true };
  }
  const amount = action === 'refund_half' ? HALF : 2 * HALF - refunded;
  if (!isPaid || amount === 0 || refunded + amount > 2 * HALF) return refused(state);
  const sum = refunded + amount;
  return {
    status: sum === 2 * HALF ? 'refunded' : 'partially_refunded',
    refunded: sum,
    isAccepted: true,
  };
}

function refused(state: { status: string; refunded: number }) {
  return { ...state, isAccepted: false };
}

test('after any sequence of actions a charge has the state that the model predicts', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (sequence) => {
      const created = await gateway.call('POST', '/v1/pix/qrcode', {
        keys,
        body: { amount: 2 * HALF, payer: payer(), expires_in: 60 },
      });
      const id = String(created.body.internal_id);
      let state = { status: 'pending', refunded: 0 };
      for (const action of sequence) {
        const next = step(state, action);
        assert.equal(await take(id, action), next.isAccepted, `${action} at ${state.status}`);
        state = next;
        await until(`${id} is ${state.status}`, async () => {
          const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
          return body.status === state.status;
        });
      }
    }),
    { numRuns: runs(20) },
  );
});

/** Does the action over the API. Returns whether it was accepted. */
async function take(id: string, action: Action): Promise<boolean> {
  if (action === 'expire') {
    gateway.clock.advance(2 * MINUTE_MS);
    return true;
  }
  if (action === 'pay') {
    return (await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys })).status === 200;
  }
  const answer = await refund(keys, id, action === 'refund_half' ? { amount: HALF } : {});
  if (answer.status !== 201) return false;
  await endRefunds();
  return true;
}
