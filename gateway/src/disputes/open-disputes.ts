import { findPaidCharges } from '#src/charges/dispute-charges.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { DEFENSE_DAYS, type DisputeReason } from './dispute.ts';
import { addDispute, claimContested, type DisputeBook } from './dispute-book.ts';
import type { DisputedCharge, LockedDispute } from './lock-disputes.ts';
import { type NamedDispute, readDisputes } from './read-disputes.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

/** A dispute as the bank reports it. Instants in milliseconds since 1970. */
export interface DisputeToOpen {
  /** The bank's name and its id of the dispute. */
  readonly bank: string;
  readonly bankDisputeId: string;
  /** The end-to-end id of the contested payment. */
  readonly endToEndId: string;
  readonly reason: DisputeReason;
  readonly amount: Centavos;
  readonly openedAt: number;
  /** Null when the bank reports none: then the deadline of the MED applies. */
  readonly defenseDueAt: number | null;
}

/** `known`: it was opened before. `unknown_payment`: no live charge was paid by this payment. */
export type OpenedDispute =
  | { readonly kind: 'opened' | 'known'; readonly dispute: NamedDispute }
  | { readonly kind: 'unknown_payment' };

/**
 * Opens live disputes that the bank reports, in one transaction. Each blocks the contested amount,
 * as far as refunds and other disputes of the payment leave it. A dispute that was opened before
 * (by the bank's id) stays as it is.
 * @returns the result of each request, in their order.
 */
export async function openDisputes(
  deps: DisputeDeps,
  requests: readonly DisputeToOpen[],
): Promise<readonly OpenedDispute[]> {
  if (requests.length === 0) return [];
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const endToEndIds = requests.map(({ endToEndId }) => endToEndId);
    const paid = await findPaidCharges(tx, endToEndIds);
    const scope = { charges: [...paid.values()], now };
    const { result: opened } = await changeDisputes(tx, deps, scope, (book) =>
      requests.map((request) => {
        const charge = book.charges.get(paid.get(request.endToEndId)?.id ?? '');
        return charge && openOrFind(book, charge, request);
      }),
    );
    const keys = opened.flatMap((outcome) => (outcome ? [outcome.key] : []));
    const read = new Map((await readDisputes(tx, keys)).map((dispute) => [dispute.id, dispute]));
    return opened.map((outcome) => {
      const dispute = outcome && read.get(outcome.key.id);
      return dispute ? { kind: outcome.kind, dispute } : { kind: 'unknown_payment' };
    });
  });
}

function openOrFind(book: DisputeBook, charge: DisputedCharge, request: DisputeToOpen) {
  const { bank, bankDisputeId } = request;
  const known = charge.disputes.find(
    ({ row }) => row.bank === bank && row.bank_dispute_id === bankDisputeId,
  );
  const dispute = known ?? open(book, charge, request);
  const { merchant_id: merchantId, environment, id } = dispute.row;
  const kind = known ? ('known' as const) : ('opened' as const);
  return { kind, key: { merchantId, environment, id } };
}

function open(book: DisputeBook, charge: DisputedCharge, request: DisputeToOpen): LockedDispute {
  const { amount, openedAt, defenseDueAt } = request;
  const payment = charge.refundable.charge.amount;
  const dispute = addDispute(book, charge, {
    ...request,
    amount: amount < payment ? amount : centavos(payment),
    defenseDueAt: defenseDueAt ?? openedAt + DEFENSE_DAYS * DAY_MS,
  });
  claimContested(book, charge, dispute);
  return dispute;
}
