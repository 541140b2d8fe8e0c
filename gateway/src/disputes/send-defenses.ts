import type { TransactionKey } from '#src/charges/charge.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import {
  type ClaimedDefense,
  claimDefenses,
  type DefenseEnd,
  endWaiting,
} from './defense-store.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

/** A waiting defence that this worker has until `claim`; then another worker may take it. */
export interface DueDefense extends TransactionKey {
  readonly disputeId: string;
  readonly chargeId: string;
  readonly bank: string;
  readonly bankDisputeId: string;
  readonly endToEndId: string;
  readonly text: string;
  /** How often a worker has claimed it, this claim included. */
  readonly sendCount: number;
  readonly claim: Date;
  /** The last attempt without a clear answer, in milliseconds; null when there was none. */
  readonly uncertainAt: number | null;
}

/** Claims waiting defences that are due, for a worker that sends them to the bank. */
export async function claimDueDefenses(
  database: Queryable,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<DueDefense[]> {
  const claim = new Date(now + leaseMs);
  const claimed = await claimDefenses(database, { at: now, until: claim, limit });
  return claimed.map((defense) => dueDefense(defense, claim));
}

/** The bank's answer to a defence: `failure` is the reason of a refusal, null when it was sent. */
export interface DefenseResult {
  readonly defense: DueDefense;
  readonly failure: string | null;
}

/**
 * Records that the bank has taken or refused defences, in one transaction. A dispute whose defence
 * was refused becomes `open` again, so that the merchant can write another one. A defence that has
 * ended before stays as it is.
 */
export function endDefenses(
  deps: Omit<DisputeDeps, 'database'> & { readonly database: Database },
  results: readonly DefenseResult[],
): Promise<void> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const charges = results.map(({ defense }) => ({ ...keyOf(defense), id: defense.chargeId }));
    await changeDisputes(tx, deps, { charges, now }, async (book) => {
      const ended = await endWaiting(tx, results.map(endOf), new Date(now));
      for (const { defense, failure } of results) {
        const charge = book.charges.get(defense.chargeId);
        const dispute = charge?.disputes.find(({ row }) => row.id === defense.disputeId);
        if (!dispute || !ended.has(defense.id)) continue;
        if (failure !== null && dispute.row.status === 'in_defense') dispute.row.status = 'open';
        dispute.isChanged = true;
      }
    });
  });
}

function endOf({ defense, failure }: DefenseResult): DefenseEnd {
  const status = failure === null ? 'sent' : 'failed';
  return { ...keyOf(defense), id: defense.id, status, failure };
}

function keyOf({ merchantId, environment }: DueDefense) {
  return { merchantId, environment };
}

function dueDefense({ bank, bankDisputeId, ...defense }: ClaimedDefense, claim: Date): DueDefense {
  if (bank === null || bankDisputeId === null) {
    throw new Error('a defence waits for a bank that has no list');
  }
  return { ...defense, bank, bankDisputeId, claim };
}
