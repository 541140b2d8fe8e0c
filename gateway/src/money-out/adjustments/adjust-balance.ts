import type { Proposal } from '#src/accounts/proposals/proposal.ts';
import { proposeAction } from '#src/accounts/proposals/propose-action.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import {
  type Centavos,
  centavos,
  centavosToJson,
  ZERO_CENTAVOS,
} from '#src/ground/money/centavos.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { DEBIT_ACCOUNTS, type LockedAccounts, lockForPosting } from '#src/ledger/post.ts';
import { balanceAdjusted, balanceAdjustedByPlatform } from '#src/ledger/posting.ts';
import type { AdjustmentDeps } from './adjustment-deps.ts';
import { tellOfAdjustment } from './adjustment-mails.ts';
import type { BalanceAdjustment } from './balance-adjustment.ts';
import { earlierAdjustment, findAdjustable } from './balance-request.ts';
import { recordBalanceChanges } from './record-balance-changes.ts';

/** A credit (positive) or debit (negative) of a merchant, as an operator requests it. */
export interface AdjustmentRequest extends Pick<LedgerScope, 'environment'> {
  readonly username: string;
  readonly amount: Centavos;
  readonly reason: string;
  readonly reference: string | null;
  /** The caller's own key: a repeated request adjusts once. */
  readonly requestKey: string | null;
}

/** The adjustment, or the proposal that a second operator must approve. */
export type AdjustmentOutcome =
  | { readonly adjustment: BalanceAdjustment; readonly proposal?: never }
  | { readonly proposal: Proposal; readonly adjustment?: never };

/**
 * Credits or debits a merchant against the platform's own money. A debit takes what `available`
 * has; the rest becomes debt. Above the configured amount nothing moves before a second operator
 * has approved it. A repeat under the same key changes nothing. Refuses `merchant_not_found`,
 * `sandbox_forbidden`, `idempotency_key_reused` and `balance_limit_reached`. Throws when an amount
 * that needs a proposal is requested by no user.
 */
export function adjustBalance(
  deps: AdjustmentDeps,
  request: AdjustmentRequest,
  by: Actor,
): Promise<AdjustmentOutcome> {
  const now = deps.clock.now();
  const { environment, amount, reason, reference, requestKey, username } = request;
  return deps.database.transaction(async (tx) => {
    const { merchantId } = await findAdjustable(tx, username);
    if (needsSecondOperator(deps, amount)) {
      const action = {
        kind: 'balance_adjustment' as const,
        merchantId,
        environment,
        subject: username,
        amount,
        reason,
        requestKey,
        parameters: { reference },
      };
      return { proposal: await proposeAction(tx, action, by, now) };
    }
    const adjustment = {
      merchantId,
      environment,
      amount,
      reason,
      reference,
      requestKey,
      proposalId: null,
    };
    return { adjustment: await applyAdjustment(deps, tx, adjustment, { by, now }) };
  });
}

/** Whether an adjustment of this amount waits for a second operator. */
export function needsSecondOperator(
  { approvalAbove }: Pick<AdjustmentDeps, 'approvalAbove'>,
  amount: Centavos,
): boolean {
  return (amount < 0n ? -amount : amount) > approvalAbove;
}

/** Executes an approved adjustment. Refuses what `adjustBalance` refuses. */
export async function executeAdjustment(
  deps: AdjustmentDeps,
  tx: Transaction,
  { id: proposalId, username, environment, amount, reason, parameters }: Proposal,
  { by, now }: { by: Actor; now: number },
): Promise<void> {
  const { merchantId } = await findAdjustable(tx, username);
  const reference = typeof parameters.reference === 'string' ? parameters.reference : null;
  const adjustment = { merchantId, environment, amount, reason, reference, requestKey: null };
  await applyAdjustment(deps, tx, { ...adjustment, proposalId }, { by, now });
}

type NewAdjustment = Omit<
  BalanceAdjustment,
  'id' | 'kind' | 'debt' | 'blocked' | 'holdId' | 'createdAt'
>;

async function applyAdjustment(
  deps: AdjustmentDeps,
  tx: Transaction,
  wanted: NewAdjustment,
  { by, now }: { by: Actor; now: number },
): Promise<BalanceAdjustment> {
  const { merchantId, environment, amount, reason, reference } = wanted;
  const locked = await lockForPosting(tx, [
    { merchantId, environment, isSandbox: false, accounts: DEBIT_ACCOUNTS },
    {
      merchantId: PLATFORM_MERCHANT_ID,
      environment,
      isSandbox: false,
      accounts: [accounts.operator, accounts.bank],
    },
  ]);
  // An equal request may have waited for the same lock, so its key is read under it.
  const earlier = await earlierAdjustment(tx, { ...wanted, kind: 'adjustment' });
  if (earlier) return earlier;
  const id = createId(now);
  const debt = post(locked, { merchantId, environment }, { id, amount });
  locked.write(now);
  const adjustment: BalanceAdjustment = {
    ...wanted,
    id,
    kind: 'adjustment',
    debt,
    blocked: ZERO_CENTAVOS,
    holdId: null,
    createdAt: now,
  };
  await recordBalanceChanges(tx, [adjustment], now);
  const details = {
    amount: centavosToJson(amount),
    environment,
    reason,
    reference,
    debt: centavosToJson(debt),
    proposal: wanted.proposalId,
  };
  recordChange(tx, by, { action: 'balance.adjusted', merchantId, subject: id, details }, now);
  await tellOfAdjustment(tx, deps.mailer, adjustment, now);
  return adjustment;
}

/** Posts in both scopes. @returns the part that became debt, in centavos. */
function post(
  locked: LockedAccounts,
  scope: LedgerScope,
  { id: referenceId, amount }: { id: string; amount: Centavos },
): Centavos {
  const platform = { ...scope, merchantId: PLATFORM_MERCHANT_ID, referenceId };
  if (!locked.add(balanceAdjustedByPlatform(platform, centavos(-amount)))) {
    throw new Error('the adjustment was not posted');
  }
  if (amount < 0n) {
    const debit = { kind: 'balance_adjusted', referenceId, amount: centavos(-amount) } as const;
    return locked.debit(scope, debit).debt;
  }
  if (!locked.add(balanceAdjusted({ ...scope, referenceId }, amount))) {
    throw new Error('the adjustment was not posted');
  }
  return ZERO_CENTAVOS;
}
