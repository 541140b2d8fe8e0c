import { accounts, type PostingKind } from './chart-of-accounts.ts';

/** The amount that a posting moved on each account, from its entries. In centavos. */
export interface PostedSums {
  readonly reference_id: string;
  readonly kind: PostingKind;
  readonly [account: string]: string;
}

export interface EntryOfPosting {
  readonly referenceId: string;
  readonly kind: PostingKind;
  readonly amount: bigint;
}

interface OpenPosting {
  readonly referenceId: string;
  readonly kind: PostingKind;
  total: bigint;
  readonly sums: Map<string, bigint>;
}

/**
 * Collects the entries of a scope into postings, while its accounts are read in pieces, one account
 * after another. A posting is complete when its entries sum to zero. The postings that are
 * incomplete at the end don't sum to zero.
 */
export function collectPostings() {
  const open = new Map<string, OpenPosting>();
  let complete: PostedSums[] = [];
  return {
    add(account: string, entry: EntryOfPosting): void {
      const name = `${entry.referenceId} ${entry.kind}`;
      const posting = open.get(name) ?? {
        referenceId: entry.referenceId,
        kind: entry.kind,
        total: 0n,
        sums: new Map(),
      };
      posting.total += entry.amount;
      posting.sums.set(account, (posting.sums.get(account) ?? 0n) + entry.amount);
      if (posting.total !== 0n) {
        open.set(name, posting);
        return;
      }
      open.delete(name);
      complete.push(rowOf(posting));
    },
    /** The complete postings since the last call. */
    take(): PostedSums[] {
      const taken = complete;
      complete = [];
      return taken;
    },
    completeCount: () => complete.length,
    /** The postings that don't sum to zero. */
    incomplete: (): { reference_id: string; kind: string; total: bigint }[] =>
      [...open.values()].map(({ referenceId, kind, total }) => ({
        reference_id: referenceId,
        kind,
        total,
      })),
  };
}

// An account without an entry moved by zero.
const NO_MOVEMENT = Object.fromEntries(Object.values(accounts).map((account) => [account, '0']));

function rowOf({ referenceId, kind, sums }: OpenPosting): PostedSums {
  const moved = Object.fromEntries([...sums].map(([account, sum]) => [account, sum.toString()]));
  return { ...NO_MOVEMENT, ...moved, reference_id: referenceId, kind };
}
