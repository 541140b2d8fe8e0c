import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';

const LIVES = 60;
const AT_ONCE = 12;
const TICK_MS = 50;
/** The gateway's clock runs twenty times as fast, so pauses and leases end soon. */
const TICK_OF_CLOCK_MS = 1_000;
const PROBABILITY = 0.04;
const BANK_LEASE_MS = 120_000;
const KINDS = [
  'slow',
  'error',
  'error_after',
  'silent_before',
  'silent_after',
  'dropped_before',
  'dropped_after',
  'malformed',
  'token_revoked',
  'callback_lost',
  'callback_doubled',
  'callback_late',
  'callback_overtaken',
] as const;

const env = { PROVIDER_TIMEOUT_SECONDS: '1', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '2' };
const { gateway, bank, shop } = await startLiveGateway({ after }, { env });
const { keys } = shop;

/** Repeats a request under one key until it is answered, as a careful caller does. */
async function createOnce(path: string, body: object): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const created = await until(
    `${path} is answered`,
    async () => {
      const answer = await gateway.call('POST', path, { keys, headers, body });
      assert.ok([201, 409, 503].includes(answer.status), answer.text);
      return answer.status === 201 && answer;
    },
    BANK_LEASE_MS,
  );
  return String(created.body.internal_id);
}

function ends(id: string, status: string): Promise<unknown> {
  return until(
    `${id} is ${status}`,
    async () => {
      const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
      return body.status === status;
    },
    BANK_LEASE_MS,
  );
}

async function live(): Promise<string> {
  const chargeId = await createOnce('/v1/pix/qrcode', CHARGE);
  bank.pay(chargeId.replaceAll('-', ''));
  await ends(chargeId, 'paid');
  const payoutId = await createOnce('/v1/pix/payout', PAYOUT);
  await ends(payoutId, 'paid');
  return payoutId;
}

test('with every fault at random, under load, bank and ledger agree at the end', async () => {
  for (const kind of KINDS) {
    bank.faults.add({ kind, operation: '*', probability: PROBABILITY, delayMs: 200 });
  }
  const clock = setInterval(() => gateway.clock.advance(TICK_OF_CLOCK_MS), TICK_MS);
  const payouts: string[] = [];
  let left = LIVES;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      payouts.push(await live());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker)).finally(() => clearInterval(clock));
  bank.faults.clear();
  const snapshot = bank.snapshot();
  const sent = snapshot.payouts.map(({ id }) => id).sort();
  assert.deepEqual(sent, payouts.map((id) => id.replaceAll('-', '')).sort());
  const [counts] = await gateway.sql(
    "select count(*)::int as paid from charges where environment = 'live' and status = 'paid'",
  );
  assert.equal(counts?.paid, LIVES);
  assert.equal(snapshot.payments.length, LIVES);
  assert.equal(await heldAtBank(gateway), snapshot.balance);
  assert.deepEqual(await failedChecks(gateway), []);
});
