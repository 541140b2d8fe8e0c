import type { TransactionKey } from '#src/charges/charge.ts';
import { changeDisputedOfCharges } from '#src/charges/dispute-charges.ts';
import { type ChangedShare, shareEvents } from '#src/charges/share-events.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { audienceOf, type NewEvent } from '#src/webhooks/webhook-event.ts';
import { type Dispute, disputeView } from './dispute.ts';
import { claimContested, type DisputeBook, isOpen } from './dispute-book.ts';
import { type ToldDispute, tellOfDisputes } from './dispute-mails.ts';
import { insertReturns, writeShares } from './dispute-share-store.ts';
import { insertDisputes, updateDisputeRows } from './dispute-store.ts';
import {
  type DisputedCharge,
  keyOfDispute,
  type LockedDispute,
  lockDisputedCharges,
  scopesOfBearers,
} from './lock-disputes.ts';
import { type NamedDispute, readDisputes } from './read-disputes.ts';

interface DisputeChange extends ToldDispute {
  readonly charge: DisputedCharge;
}

export interface DisputeDeps extends DatabaseAndClock {
  readonly mailer: Mailer;
}

/** The result of work on disputes, with the disputes that it has changed by their ids. */
export interface ChangedDisputes<Result> {
  readonly result: Result;
  readonly changed: ReadonlyMap<string, NamedDispute>;
}

/**
 * Locks charges and the accounts of the bearers of their disputes, runs `work`, and writes its
 * changes: disputes, shares, returns, postings, one event for each changed dispute, and mails.
 */
export async function changeDisputes<Result>(
  tx: Transaction,
  deps: Pick<DisputeDeps, 'mailer'>,
  { charges: keys, now }: { charges: readonly TransactionKey[]; now: number },
  work: (book: DisputeBook) => Result | Promise<Result>,
): Promise<ChangedDisputes<Result>> {
  const charges = await lockDisputedCharges(tx, uniqueKeys(keys));
  const locked = await lockForPosting(tx, scopesOfBearers(charges.values()));
  const book: DisputeBook = { charges, locked, now, returns: [], parts: [] };
  const result = await work(book);
  for (const charge of charges.values()) claimReleased(book, charge);
  const { changes, shares } = await write(tx, book);
  await emitEvents(tx, [...changes.map(eventOf), ...eventsOfShares(book, shares)], now);
  await tellOfDisputes(tx, deps.mailer, changes, now);
  return { result, changed: new Map(changes.map(({ dispute }) => [dispute.id, dispute])) };
}

/** Lets open disputes of a payment claim what another dispute of it has released. */
function claimReleased(book: DisputeBook, charge: DisputedCharge): void {
  if (charge.changed >= 0n) return;
  for (const dispute of charge.disputes) {
    if (isOpen(dispute.row.status)) claimContested(book, charge, dispute);
  }
}

/** The changed disputes, and the shares of recipients that they have changed. */
interface Written {
  readonly changes: readonly DisputeChange[];
  readonly shares: readonly ChangedShare[];
}

async function write(tx: Transaction, book: DisputeBook): Promise<Written> {
  const changed = [...book.charges.values()].flatMap((charge) =>
    charge.disputes.filter(({ isChanged }) => isChanged).map((dispute) => ({ charge, dispute })),
  );
  if (changed.length === 0) return { changes: [], shares: [] };
  book.locked.write(book.now);
  for (const { dispute } of changed) dispute.row.event_count += 1n;
  const disputes = changed.map(({ dispute }) => dispute);
  insertDisputes(tx, rowsOf(disputes.filter(({ isNew }) => isNew)));
  await updateDisputeRows(tx, rowsOf(disputes.filter(({ isNew }) => !isNew)));
  writeShares(
    tx,
    disputes.flatMap(({ shares }) => shares),
  );
  insertReturns(tx, book.returns, book.parts);
  const changes = [...book.charges.values()].flatMap(chargeChange);
  const shares = await changeDisputedOfCharges(tx, changes);
  const read = await readDisputes(
    tx,
    disputes.map(({ row }) => keyOfDispute(row)),
  );
  const byId = new Map(read.map((dispute) => [dispute.id, dispute]));
  const written = changed.flatMap(({ charge, dispute }): DisputeChange[] => {
    const after = byId.get(dispute.row.id);
    return after ? [{ kind: kindOf(dispute), dispute: after, charge }] : [];
  });
  return { changes: written, shares };
}

function kindOf({ row, isNew, wasClosed }: LockedDispute): ToldDispute['kind'] {
  if (row.closed_at !== null && !wasClosed) return 'dispute.closed';
  return isNew ? 'dispute.opened' : 'dispute.updated';
}

function chargeChange({ refundable, disputes, changed, changedShares }: DisputedCharge) {
  const { merchantId, environment, id } = refundable.charge;
  const count = disputes.filter(({ isNew }) => isNew).length;
  if (count === 0 && changed === 0n && changedShares.size === 0) return [];
  const shares = [...changedShares].map(([recipientId, amount]) => ({ recipientId, amount }));
  return [{ merchantId, environment, id, amount: changed, disputes: count, shares }];
}

function eventOf({ kind, dispute, charge }: DisputeChange): NewEvent {
  const { merchantId, environment, id: resourceId } = dispute;
  const { isSandbox, charge: paid } = charge.refundable;
  const row = charge.disputes.find(({ row: { id } }) => id === resourceId)?.row;
  return {
    kind,
    merchantId,
    environment,
    resourceId,
    data: disputeView(dispute satisfies Dispute),
    sequence: Number(row?.event_count ?? 0n),
    audience: audienceOf({ isSandbox, webhookUrl: paid.webhookUrl }),
  };
}

function eventsOfShares(book: DisputeBook, shares: readonly ChangedShare[]): NewEvent[] {
  return shares.flatMap((share) => {
    const charge = book.charges.get(share.charge_id)?.refundable.charge;
    return charge ? shareEvents('split.disputed', charge, [share]) : [];
  });
}

function rowsOf(disputes: readonly LockedDispute[]) {
  return disputes.map(({ row }) => row);
}

function uniqueKeys(keys: readonly TransactionKey[]): TransactionKey[] {
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}
