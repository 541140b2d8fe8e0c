import type { BankDispute, DisputePage } from '#src/bank/dispute-bank.ts';
import {
  nameOfItem,
  type Outcome,
  type Period,
  reasonOfOutcome,
  type UnreadableItem,
} from '#src/bank/outcome.ts';
import { readInWindows } from '#src/bank/read-in-windows.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { setFailedAside } from '#src/ground/work/due-work.ts';
import { forgetSetAside, selectFailures } from '#src/ground/work/set-aside.ts';
import { isOpen } from '../dispute-book.ts';
import { type DisputeRow, selectDisputesOfBank } from '../dispute-store.ts';
import { openDisputes } from '../open-disputes.ts';
import { updateDisputes } from '../update-disputes.ts';
import type { BankDisputeDeps, UnreadDispute } from './bank-dispute-deps.ts';
import { readReturns, readReturnsOf } from './read-dispute-returns.ts';

/** Reads the range of the amount that a bank may block for disputes that are known here. */
export { sumClaims as readClaims } from './bank-dispute-store.ts';

/**
 * How far back the list is read. Efí doesn't document whether its period means the payment or the
 * dispute: a payment is contested for 80 days, and decided in 11 more.
 */
const LOOK_BACK_MS = 120 * DAY_MS;
/** If a dispute is first seen as accepted, its payment is read until this time after its end. */
const ACCEPTED_LATELY_MS = 2 * DAY_MS;

/** The bank did not list its disputes. */
export class DisputesUnreadError extends Error {
  override readonly name = 'DisputesUnreadError';
}

/** Another process reads the list, because this one was too slow. */
export class PollLostError extends Error {
  override readonly name = 'PollLostError';
}

/** The disputes in the list of the bank that the gateway could not take over. */
export interface MissedDisputes {
  /** Open disputes of payments that paid no live charge. */
  readonly unknown: readonly BankDispute[];
  /** Disputes in an unknown form, that could not be taken over, or whose payment is unread. */
  readonly unread: readonly UnreadDispute[];
}

/**
 * Reads the bank's list of disputes and takes over what has changed: opens, decides, and reads the
 * payments of accepted disputes until their money is returned. A dispute or payment that fails is
 * set aside, where operators see it and workers try it again; the others go on. Safe to
 * repeat. Throws DisputesUnreadError when the bank does not list its disputes.
 */
export async function readBankDisputes(deps: BankDisputeDeps): Promise<MissedDisputes> {
  const now = deps.clock.now();
  const unknown = new Map<string, BankDispute>();
  const unread = new Map<string, UnreadDispute>();
  const addUnread = (dispute: UnreadDispute): void => void unread.set(dispute.id, dispute);
  for await (const page of pagesOf(deps, { from: now - LOOK_BACK_MS, to: now })) {
    const unknownOfPage = await takeOver(deps, page.disputes, addUnread);
    for (const dispute of unknownOfPage) unknown.set(dispute.id, dispute);
    for (const item of page.unreadable) addUnread(await setUnreadableAside(deps, item));
  }
  for (const dispute of await readReturns(deps)) addUnread(dispute);
  return { unknown: [...unknown.values()], unread: [...unread.values()] };
}

async function setUnreadableAside(
  deps: BankDisputeDeps,
  item: UnreadableItem,
): Promise<UnreadDispute> {
  const { reason } = item;
  const id = nameOfItem(item);
  await setFailedAside(deps, { kind: 'dispute', id, error: new Error(reason) });
  return { id, reason };
}

/** Finds a dispute in the bank's list; undefined when it is not listed. */
export async function findBankDispute(
  { disputes }: Pick<BankDisputeDeps, 'disputes'>,
  id: string,
  period: Period,
): Promise<Outcome<BankDispute | undefined>> {
  let failure: Exclude<Outcome<never>, { kind: 'done' }> | undefined;
  const list = async (window: Period, page: number): Promise<DisputePage> => {
    const outcome = await disputes.listDisputes(window, page);
    if (outcome.kind === 'done') return outcome.value;
    failure = outcome;
    return { disputes: [], hasMore: false, pageCount: 0, unreadable: [] };
  };
  for await (const page of readInWindows(list, period)) {
    if (failure) return failure;
    const value = page.disputes.find((dispute) => dispute.id === id);
    if (value) return { kind: 'done', value };
  }
  return { kind: 'done', value: undefined };
}

function pagesOf(deps: BankDisputeDeps, period: Period) {
  return readInWindows(async (window, page) => {
    const listed = requireDone(await deps.disputes.listDisputes(window, page));
    await deps.onStep?.();
    return listed;
  }, period);
}

/** Takes over the disputes of a page. @returns the open disputes of payments unknown here. */
async function takeOver(
  deps: BankDisputeDeps,
  disputes: readonly BankDispute[],
  addUnread: (dispute: UnreadDispute) => void,
): Promise<BankDispute[]> {
  const { database, bankName: bank } = deps;
  const ids = disputes.map(({ id }) => id);
  const rows = await selectDisputesOfBank(database, { bank, bankDisputeIds: ids });
  const rowsById = new Map(rows.map((row) => [row.bank_dispute_id, row]));
  const failures = await selectFailures(database, 'dispute', ids);
  const unknown: BankDispute[] = [];
  const done: string[] = [];
  for (const dispute of disputes) {
    const row = rowsById.get(dispute.id);
    try {
      const isTaken = await (row ? change(deps, dispute, row) : open(deps, dispute));
      if (!isTaken) unknown.push(dispute);
      if (failures.has(dispute.id)) done.push(dispute.id);
    } catch (error) {
      if (isOutage(error) || error instanceof PollLostError) throw error;
      await setFailedAside(deps, { kind: 'dispute', id: dispute.id, error });
      addUnread({ id: dispute.id, reason: 'O registro da contestação falhou; veja o log.' });
    }
  }
  await forgetSetAside(database, 'dispute', done);
  return unknown;
}

/** Opens a dispute; false when no live charge was paid by its payment. */
async function open(deps: BankDisputeDeps, dispute: BankDispute): Promise<boolean> {
  const { id: bankDisputeId, endToEndId, reason, amount, openedAt, defenseDueAt } = dispute;
  if (!isOpen(dispute.status)) {
    const isLate = (dispute.closedAt ?? 0) < deps.clock.now() - ACCEPTED_LATELY_MS;
    if (dispute.status === 'accepted' && !isLate) await readReturnsOf(deps, endToEndId);
    return true;
  }
  const facts = { bank: deps.bankName, bankDisputeId, endToEndId, reason, amount };
  const [opened] = await openDisputes(deps, [{ ...facts, openedAt, defenseDueAt }]);
  if (opened?.kind === 'unknown_payment') return false;
  if (dispute.status !== 'open') await update(deps, dispute);
  return true;
}

/** Updates an open dispute if the bank lists another status, amount or deadline. */
async function change(
  deps: BankDisputeDeps,
  dispute: BankDispute,
  row: DisputeRow,
): Promise<boolean> {
  if (!isOpen(row.status)) return true;
  const isDecided = !isOpen(dispute.status);
  const isDefendedThere = dispute.status === 'in_defense' && row.status === 'open';
  const isOther = dispute.amount !== row.amount_centavos;
  const isDueOtherwise =
    dispute.defenseDueAt !== null && dispute.defenseDueAt !== row.defense_due_at;
  if (isDecided || isDefendedThere || isOther || isDueOtherwise) await update(deps, dispute);
  return true;
}

async function update(deps: BankDisputeDeps, dispute: BankDispute): Promise<void> {
  const { id: bankDisputeId, status, amount, defenseDueAt } = dispute;
  const facts = { bank: deps.bankName, bankDisputeId, status, amount };
  await updateDisputes(deps, [{ ...facts, defenseDueAt: defenseDueAt ?? undefined }]);
}

function requireDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  throw new DisputesUnreadError(reasonOfOutcome(outcome));
}
