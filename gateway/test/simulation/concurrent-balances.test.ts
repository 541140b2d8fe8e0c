import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { HOLD_ACCOUNTS, lockForPosting } from '#src/ledger/post.ts';
import { settleDuePayments } from '#src/ledger/settlements/settle-due.ts';
import { adjustBalance } from '#src/money-out/adjustments/adjust-balance.ts';
import { correctionsOf } from '#src/money-out/corrections.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';

const PAIRS = 4;
const ROUNDS = 3;
const DAY_MS = 24 * 60 * 60_000;
const gateway = await startGateway({ after });
const { adjustments } = correctionsOf(gateway.appContext);
const TERMS = { delayDays: 1, inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0 };

function debit(username: string) {
  const change = { environment: 'test' as const, amount: centavos(-700), reason: 'Acerto' };
  const request = { username, ...change, reference: null, requestKey: null };
  return adjustBalance(adjustments, request, commandActor);
}

function hold(merchantId: string): Promise<void> {
  const scope = { merchantId, environment: 'test' as const };
  const holdId = createId(gateway.clock.now());
  return gateway.appContext.database.transaction(async (tx) => {
    const toLock = { ...scope, isSandbox: false, accounts: HOLD_ACCOUNTS };
    const locked = await lockForPosting(tx, [toLock]);
    const amount = centavos(3_000);
    locked.hold(scope, { holdId, cause: 'operator', referenceId: holdId, amount });
    locked.write(gateway.clock.now());
  });
}

/** Rounds of all that moves a new pair's money at once, so that accounts are opened at once too. */
async function moveMoneyOfPair(): Promise<void> {
  const [origin, other] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  await setSettlementTerms(gateway.appContext, other.username, TERMS, commandActor);
  const split = [{ username: other.username, percentage: 50 }];
  const back = [{ username: origin.username, percentage: 50 }];
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round === ROUNDS) gateway.clock.advance(DAY_MS);
    await Promise.all([
      receivePayment(gateway, origin.keys, { ...CHARGE, split }),
      receivePayment(gateway, other.keys, { ...CHARGE, split: back }),
      debit(origin.username),
      debit(other.username),
      hold(origin.merchant.merchantId),
      hold(other.merchant.merchantId),
      settleDuePayments(gateway.appContext),
    ]);
  }
}

test('payments, debits, holds and settlements at the same time lose nothing and never deadlock', async () => {
  for (let pair = 0; pair < PAIRS; pair += 1) await moveMoneyOfPair();
  const [deadlocks] = await gateway.sql(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  assert.equal(deadlocks?.count, 0);
  assert.deepEqual(await failedChecks(gateway), []);
});
