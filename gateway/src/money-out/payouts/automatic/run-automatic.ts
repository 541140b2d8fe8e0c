import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import { systemActor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Caller, callerWithoutKey, type Merchant } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  type Centavos,
  centavos,
  ZERO_CENTAVOS,
} from '#src/ground/money/centavos.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { readBalances } from '#src/ledger/read-balance.ts';
import { selectBeneficiary } from '../beneficiaries/beneficiary-store.ts';
import { tellOfPayoutChange } from '../mails/tell-of-payouts.ts';
import type { Payout } from '../payout.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import type { PayoutDeps } from '../payout-request.ts';
import { planPayouts } from '../plan-payouts.ts';
import { readPayouts } from '../read-payouts.ts';
import { reservePayouts } from '../reserve-payouts.ts';
import { selectStopsOfScope } from '../stop/payout-stop-store.ts';
import {
  type AutomaticPayout,
  type AutomaticRun,
  nextRun,
  periodOfRun,
} from './automatic-payout.ts';
import {
  countRunsOf,
  deleteRuns,
  insertRun,
  lockDueAutomatic,
  postponeAutomatic,
  selectDueAutomatic,
  selectRuns,
} from './automatic-payout-store.ts';

const DUE_MAX = 50;
/** The pause after an error of the gateway, such as a lock that was not free. */
const PAUSE_MS = 5 * MINUTE_MS;
/** Merchants are paid one after another: a locked account delays the others by this much. */
const LIMITS = { lockTimeoutMs: 1_000, statementTimeoutMs: 5_000 };
/** The pause of the rule `above` after a refusal, or after its payout failed. */
const PAUSE_AFTER_SKIP_MS = HOUR_MS;
/** The same after a payout that the receiving bank sent back: each one costs its fee. */
const PAUSE_AFTER_RETURN_MS = DAY_MS;
/** How long runs are kept; their payouts stay. */
const RUNS_KEPT_MS = 400 * DAY_MS;
const TOO_LOW = 'balance_too_low';

/** Automatic payouts: they delete their old runs. */
export const automaticOwner: PayoutOwner = {
  name: 'automatic',
  expire: (database, { now, limit }) => deleteRuns(database, { before: now - RUNS_KEPT_MS, limit }),
};

export interface AutomaticDeps extends PayoutDeps {
  readonly logger: Logger;
}

/**
 * Runs the automatic payouts that are due, each in its own transaction. A lock of its row lets one
 * process run it, and each period runs once.
 * @returns whether there may be more.
 */
export async function runDueAutomatic(deps: AutomaticDeps): Promise<boolean> {
  const { database, clock, logger } = deps;
  const due = await selectDueAutomatic(database, { at: clock.now(), limit: DUE_MAX });
  for (const scope of due) {
    try {
      await runOne(deps, scope);
    } catch (error) {
      logger.error({ err: error, merchant: scope.merchantId }, 'an automatic payout failed');
      const at = clock.now();
      await postponeAutomatic(database, { ...scope, at, until: at + PAUSE_MS });
    }
  }
  return due.length === DUE_MAX;
}

function runOne(deps: AutomaticDeps, scope: LedgerScope): Promise<void> {
  return deps.database.withLimits(LIMITS).transaction(async (tx) => {
    const now = deps.clock.now();
    const automatic = await lockDueAutomatic(tx, { ...scope, at: now });
    if (!automatic || automatic.nextRunAt === null) return;
    const period = periodOfRun(automatic, automatic.nextRunAt);
    const isAbove = automatic.rule === 'above';
    const later = (nextRunAt: number) =>
      postponeAutomatic(tx, { ...scope, at: now, until: nextRunAt });
    if ((await countRunsOf(tx, { ...scope, period })) > 0) return later(nextRun(automatic, now));
    const merchant = await findMerchantById(tx, scope.merchantId);
    // A payout that fails at this moment gives its amount back: once the accounts are locked, the
    // balance and what is read of the last run are of the same instant.
    if (merchant) await lockAccounts(tx, scope, merchant);
    const [last] = await selectRuns(tx, { ...scope, limit: 1 });
    const pausedUntil = isAbove ? await pauseAfter(tx, scope, last) : 0;
    if (pausedUntil > now) return later(pausedUntil);
    const result = await pay(deps, tx, { automatic, merchant, now });
    const isPaid = typeof result !== 'string';
    // While the balance is below the amount, no run is recorded.
    if (isAbove && result === TOO_LOW) return later(nextRun(automatic, now));
    insertRun(tx, {
      ...scope,
      id: createId(now),
      period,
      ranAt: now,
      ...(isPaid
        ? { payoutId: result.id, amount: result.amount, skipReason: null }
        : { payoutId: null, amount: null, skipReason: result }),
    });
    await later(isAbove && !isPaid ? now + PAUSE_AFTER_SKIP_MS : nextRun(automatic, now));
    // One mail for each reason: later runs with the same reason write none.
    if (!isPaid && result !== TOO_LOW && last?.skipReason !== result) {
      tellOfPayoutChange(tx, 'automatic_skipped', scope, { details: { reason: result }, now });
    }
  });
}

/**
 * Until when the rule `above` waits (milliseconds) after its last payout failed or was sent back.
 * The money is in the balance again: without a pause the same payout would be made every minute.
 */
async function pauseAfter(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  last: AutomaticRun | undefined,
): Promise<number> {
  if (!last?.payoutId) return 0;
  const [payout] = await readPayouts(tx, [{ merchantId, environment, id: last.payoutId }]);
  if (payout?.status === 'failed') return last.ranAt + PAUSE_AFTER_SKIP_MS;
  return payout && payout.returned >= payout.amount ? last.ranAt + PAUSE_AFTER_RETURN_MS : 0;
}

interface DueRun {
  readonly automatic: AutomaticPayout;
  readonly merchant: Merchant | undefined;
  readonly now: number;
}

/** Creates the payout, or returns the code of the reason why it was not created. */
async function pay(
  deps: AutomaticDeps,
  tx: Transaction,
  { automatic, merchant, now }: DueRun,
): Promise<Payout | string> {
  const { environment } = automatic;
  const status = merchant ? callRefusal(merchant.status) : 'account_suspended';
  if (!merchant || status) return status ?? 'account_suspended';
  // A stop of the whole platform counts too: after a restored backup the bank may have made this
  // payout already.
  if ((await selectStopsOfScope(tx, automatic)).length > 0) return 'payouts_stopped';
  const beneficiary = await selectBeneficiary(tx, {
    merchantId: automatic.merchantId,
    environment,
    id: automatic.beneficiaryId,
  });
  if (!beneficiary) return 'beneficiary_not_found';
  const amount = await amountOf(tx, automatic, merchant);
  if (amount <= 0n) return TOO_LOW;
  const caller = callerWithoutKey(merchant, { environment, clientId: 'automatic' });
  const { name, document, pixKey: uncheckedPixKey, pixKeyType } = beneficiary;
  const request = {
    caller,
    idempotency: undefined,
    by: systemActor,
    amount,
    uncheckedPixKey,
    pixKeyType,
    beneficiary: { name, document },
    externalId: null,
    webhookUrl: null,
  };
  const [plan] = await planPayouts(tx, [request], deps, now);
  if (!plan || plan instanceof Refusal) return plan?.code ?? 'invalid_request';
  const refusal = (await reservePayouts(tx, [plan], deps, now)).get(plan);
  return refusal ? refusal.code : plan.payout;
}

/** Locks the accounts between which a payout moves its amount. */
async function lockAccounts(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { isSandbox }: Pick<Caller, 'isSandbox'>,
): Promise<void> {
  const locked = { merchantId, environment, isSandbox };
  await lockForPosting(tx, [{ ...locked, accounts: [accounts.available, accounts.reserved] }]);
}

/**
 * The amount to pay: the available balance less the fee and `keep`, and not more than a payout may
 * have. The accounts are locked.
 */
async function amountOf(
  tx: Transaction,
  { merchantId, environment, rule, above, keep }: AutomaticPayout,
  { feePlan }: Pick<Caller, 'feePlan'>,
): Promise<Centavos> {
  const [balance] = await readBalances(tx, [{ merchantId, environment }]);
  const available = balance && 'value' in balance ? balance.value.available : ZERO_CENTAVOS;
  if (rule === 'above' && available <= above) return ZERO_CENTAVOS;
  const amount = available - feePlan.payoutFee - keep;
  return centavos(amount > AMOUNT_CENTAVOS_MAX ? AMOUNT_CENTAVOS_MAX : amount);
}
