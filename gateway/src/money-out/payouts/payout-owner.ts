import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { givenList } from '#src/ground/given-list.ts';
import type { ApprovalCause, Payout } from './payout.ts';
import type { BeneficiaryLimits, PayoutLimits } from './payout-limits.ts';
import type { PayoutRequest } from './payout-request.ts';

const ROWS_MAX = 1_000;

/** A payout before its creation, with what its owners ask of it. */
export interface PayoutPlan {
  readonly request: PayoutRequest;
  readonly payout: Payout;
  readonly limits: PayoutLimits;
  /** The limits of the saved beneficiary of its key; undefined for a key that is not saved. */
  readonly savedLimits: BeneficiaryLimits | undefined;
  /** Why it needs an approval; null when it needs none. */
  readonly cause: ApprovalCause | null;
  /** Until when a payout to a new destination waits; null when it doesn't. */
  readonly waitsUntil: number | null;
}

/** A plan after all owners. */
export interface PlannedPayout extends PayoutPlan {
  /** The answer of its creation. */
  readonly body: string;
}

/** The counts of one owner, of scopes whose accounts the caller's transaction has locked. */
export interface PayoutCounts {
  /** The refusal `payout_limit_exceeded` of a payout; undefined when its limits allow it. */
  refusalOf(plan: PayoutPlan): Refusal | undefined;
  /** Counts a payout. */
  count(plan: PayoutPlan): void;
  /** Sends the counts. Call it once, after all `count`. */
  write(): void;
}

/** The rows of an owner that are not needed any more. */
export interface RowsToDelete {
  readonly now: number;
  /** Calls of servers from before this instant (milliseconds). */
  readonly callsBefore: number;
  /** How many rows to delete at most. */
  readonly limit: number;
}

/**
 * A part of payouts that the core does without, such as limits or approvals: what it does when a
 * payout begins and ends. The core of payouts knows these parts only by this.
 */
export interface PayoutOwner {
  readonly name: string;
  /**
   * Reads what is set for new payouts. The function adds to a plan what the owner asks of it, or
   * refuses it before balances are looked at.
   */
  readonly rules?: (
    tx: Transaction,
    payouts: readonly Payout[],
    now: number,
  ) => Promise<(plan: PayoutPlan) => PayoutPlan | Refusal>;
  /**
   * Reads the counts that limits are compared with. The lock of the accounts keeps other payouts of
   * the same scopes from being counted meanwhile.
   */
  readonly openCounts?: (tx: Transaction, wanted: readonly PayoutPlan[]) => Promise<PayoutCounts>;
  /** The payouts were accepted, in the caller's transaction. */
  readonly accepted?: (
    tx: Transaction,
    accepted: readonly PlannedPayout[],
    now: number,
  ) => Promise<void>;
  /** Subtracts failed payouts from the counts. The accounts of their scopes are locked. */
  readonly giveBack?: (tx: Transaction, failed: readonly Payout[]) => void;
  /** The payouts failed before they were paid. The accounts of their scopes are locked. */
  readonly failed?: (
    tx: Transaction,
    failed: readonly Payout[],
    now: number,
  ) => void | Promise<void>;
  /** Whether a server of the merchant, not a member, decides about single payouts of a scope. */
  readonly asksServer?: (database: Queryable, scope: LedgerScope) => Promise<boolean>;
  /** The batches of those payouts that one made, by the ids of the payouts. */
  readonly batchesOf?: (
    database: Queryable,
    scope: LedgerScope,
    payoutIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** Those of the payouts whose approval a user asked for. */
  readonly askedBy?: (
    database: Queryable,
    scope: LedgerScope,
    wanted: { readonly userId: string; readonly ids: readonly string[] },
  ) => Promise<ReadonlySet<string>>;
  /** Deletes old rows of a bucket; returns how many. */
  readonly expire?: (database: Queryable, rows: RowsToDelete) => Promise<number>;
}

/** The owners whose rules hold money back, in the order that their rules need. */
const RULES = ['limits', 'beneficiaries', 'approval'];
const given = givenList<PayoutOwner>('owners of payouts');

/** The owners of payouts, in the order in which they plan and count. */
export const payoutOwners = given.read;

/** Gives the owners, once for a process. Throws when a rule is missing or in another order. */
export function givePayoutOwners(owners: readonly PayoutOwner[]): void {
  const rules = owners.map(({ name }) => name).filter((name) => RULES.includes(name));
  if (owners.length > 0 && String(rules) !== String(RULES)) {
    throw new Error(`the rules of payouts are ${RULES.join(', ')}, not ${rules.join(', ')}`);
  }
  given.give(owners);
}

/** The batches of those payouts that one made, by the ids of the payouts. */
export async function batchesOf(
  database: Queryable,
  scope: LedgerScope,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const owner of payoutOwners()) {
    const batches = await owner.batchesOf?.(database, scope, payoutIds);
    for (const [payoutId, batchId] of batches ?? []) found.set(payoutId, batchId);
  }
  return found;
}

/** Those of the payouts whose approval a user asked for, and may not give. */
export async function askedBy(
  database: Queryable,
  scope: LedgerScope,
  wanted: { readonly userId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (wanted.ids.length === 0) return found;
  for (const owner of payoutOwners()) {
    for (const id of (await owner.askedBy?.(database, scope, wanted)) ?? []) found.add(id);
  }
  return found;
}

/** Subtracts failed payouts from the counts of all owners. The accounts are locked. */
export function giveBack(tx: Transaction, failed: readonly Payout[]): void {
  for (const owner of payoutOwners()) owner.giveBack?.(tx, failed);
}

/**
 * Deletes calls of approval servers from before an instant (milliseconds), totals of limits
 * older than 31 days, and runs of automatic payouts older than 400 days: up to a thousand of each
 * in this bucket.
 * @returns whether there may be more.
 */
export async function expireControlRows(
  database: Queryable,
  { now, callsBefore }: { readonly now: number; readonly callsBefore: number },
): Promise<boolean> {
  let mayBeMore = false;
  for (const owner of payoutOwners()) {
    const deleted = await owner.expire?.(database, { now, callsBefore, limit: ROWS_MAX });
    if (deleted !== undefined && deleted >= ROWS_MAX) mayBeMore = true;
  }
  return mayBeMore;
}
