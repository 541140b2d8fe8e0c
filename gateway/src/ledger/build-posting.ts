import { strict as assert } from 'node:assert';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import type { Account, Entry, Posting } from './chart-of-accounts.ts';

/** The scope and the reference of a posting. */
export interface PostingSubject extends LedgerScope {
  readonly referenceId: string;
}

/** Leaves out entries of zero. Throws when the rest doesn't sum to zero. */
export function buildPosting(
  subject: PostingSubject,
  kind: Posting['kind'],
  movements: readonly (readonly [Account, Centavos])[],
): Posting {
  const entries: Entry[] = movements
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, amount }));
  assert.equal(sumCentavos(entries.map((entry) => entry.amount)), 0n, `${kind} must sum to zero`);
  const { merchantId, environment, referenceId } = subject;
  return { merchantId, environment, referenceId, kind, entries };
}
