import type { PostingKind } from './chart-of-accounts.ts';

/** What a posting moved on each account, as its entries tell. Amounts in centavos. */
export interface PostedSums {
  readonly reference_id: string;
  readonly kind: PostingKind;
  readonly [account: string]: string;
}

export interface EntryOfPosting {
  readonly reference_id: string;
  readonly kind: PostingKind;
  readonly amount_centavos: bigint;
}

interface OpenPosting {
  readonly referenceId: string;
  readonly kind: PostingKind;
  total: bigint;
  readonly sums: Map<string, bigint>;
}

/**
 * Puts the entries of a book's accounts, which are read one account after the other in pieces,
 * together to postings. A posting whose entries sum to zero is complete and leaves; what is left at
 * the end doesn't sum to zero.
 */
export function gatherPostings() {
  const open = new Map<string, OpenPosting>();
  let complete: PostedSums[] = [];
  return {
    add(account: string, entry: EntryOfPosting): void {
      const name = `${entry.reference_id} ${entry.kind}`;
      const posting = open.get(name) ?? {
        ...{ referenceId: entry.reference_id, kind: entry.kind, total: 0n, sums: new Map() },
      };
      posting.total += entry.amount_centavos;
      posting.sums.set(account, (posting.sums.get(account) ?? 0n) + entry.amount_centavos);
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
    /** Postings that are not complete. */
    rest: (): { reference_id: string; kind: string; total: bigint }[] =>
      [...open.values()].map(({ referenceId, kind, total }) => ({
        reference_id: referenceId,
        kind,
        total,
      })),
  };
}

// An account that a posting doesn't touch moved by zero.
const NOTHING = Object.fromEntries(
  ['available', 'reserved', 'fees', 'bank', 'suspense', 'sandbox_adjustments', 'operator'].map(
    (account) => [account, '0'],
  ),
);

function rowOf({ referenceId, kind, sums }: OpenPosting): PostedSums {
  const moved = Object.fromEntries([...sums].map(([account, sum]) => [account, sum.toString()]));
  return { ...NOTHING, ...moved, reference_id: referenceId, kind };
}
