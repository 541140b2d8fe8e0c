import type { BankDispute, DisputeBank, DisputePage } from '#src/banking/dispute-bank.ts';
import type { Outcome, Period, ReceivedPayment, ReceivingBank } from '#src/banking/live-bank.ts';
import { readInWindows } from '#src/banking/read-in-windows.ts';
import { isOutage } from '#src/platform/database/database-errors.ts';
import { DAY_MS } from '#src/platform/durations.ts';
import { ID_MIN } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { isOpen } from '../dispute-book.ts';
import { type DisputeRow, selectDisputesOfBank } from '../dispute-store.ts';
import { openDisputes } from '../open-disputes.ts';
import { updateDisputes } from '../update-disputes.ts';
import type { DisputeDeps } from '../write-disputes.ts';
import { type DisputeToReturn, selectDisputesToReturn } from './bank-dispute-store.ts';

/**
 * How far back the list is read. Efí doesn't document whether its period means the payment or the
 * dispute: a payment is contested for 80 days, and decided in 11 more.
 */
const LOOK_BACK_MS = 120 * DAY_MS;
/**
 * A bank returns an accepted dispute within four days. What it has not returned after this time is
 * released; a later return is booked nevertheless.
 */
const RETURNED_WITHIN_MS = 15 * DAY_MS;
/** A dispute that was accepted before the gateway saw it: its payment is read for so long. */
const ACCEPTED_LATELY_MS = 2 * DAY_MS;
const TO_RETURN_AT_ONCE = 100;

export interface BankDisputeDeps extends DisputeDeps {
  readonly logger: Logger;
  readonly bankName: string;
  readonly disputes: DisputeBank;
  readonly receiving: Pick<ReceivingBank, 'findReceived'>;
  /** Saves the refunds of payments that this gateway did not request, to be booked. */
  readonly saveUnrequestedRefunds: (payments: readonly ReceivedPayment[]) => Promise<void>;
  /** Is called after each answer of the bank; what it throws ends the reading. */
  readonly onStep?: () => Promise<void>;
}

/** The bank did not list its disputes or a payment of one. */
export class DisputesUnreadError extends Error {
  override readonly name = 'DisputesUnreadError';
}

/** Another process reads the list, because this one was too slow. */
export class PollLostError extends Error {
  override readonly name = 'PollLostError';
}

/** What the bank lists and the gateway could not take over. */
export interface LeftAtBank {
  /** Open disputes of payments that no live charge was paid by. */
  readonly unknown: readonly BankDispute[];
  /** The bank's ids, or digests, of disputes in an unknown form. */
  readonly unreadable: readonly string[];
}

/**
 * Reads the bank's list of disputes and takes over what has changed: opens, decides, and reads the
 * payments of accepted disputes until their money is returned. Safe to repeat. Throws
 * DisputesUnreadError when the bank does not answer.
 */
export async function readBankDisputes(deps: BankDisputeDeps): Promise<LeftAtBank> {
  const now = deps.clock.now();
  const unknown = new Map<string, BankDispute>();
  const unreadable = new Set<string>();
  for await (const page of pagesOf(deps, { from: now - LOOK_BACK_MS, to: now })) {
    for (const one of await takeOver(deps, page.disputes)) unknown.set(one.id, one);
    for (const { id, digest, reason } of page.unreadable) {
      unreadable.add(id ?? digest);
      deps.logger.error({ dispute: id, reason }, 'a dispute of the bank can not be read');
    }
  }
  await readReturns(deps);
  return { unknown: [...unknown.values()], unreadable: [...unreadable] };
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
    const value = page.disputes.find((one) => one.id === id);
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

/** Takes over the disputes of a page. @returns open ones whose payment is not known here. */
async function takeOver(
  deps: BankDisputeDeps,
  disputes: readonly BankDispute[],
): Promise<BankDispute[]> {
  const { database, bankName: bank } = deps;
  const ids = disputes.map(({ id }) => id);
  const rows = await selectDisputesOfBank(database, bank, ids);
  const known = new Map(rows.map((row) => [row.bank_dispute_id, row]));
  const unknown: BankDispute[] = [];
  for (const dispute of disputes) {
    const row = known.get(dispute.id);
    const isTaken = await alone(deps, dispute, () =>
      row ? change(deps, dispute, row) : open(deps, dispute),
    );
    if (isTaken === false) unknown.push(dispute);
  }
  return unknown;
}

/** Runs the work of one dispute: one that fails is logged, and delays no other. */
async function alone(
  { logger }: BankDisputeDeps,
  { id, endToEndId }: BankDispute,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    const endsReading = error instanceof DisputesUnreadError || error instanceof PollLostError;
    if (isOutage(error) || endsReading) throw error;
    logger.error({ err: error, dispute: id, endToEndId }, 'a dispute could not be taken over');
    return true;
  }
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

/** Changes a dispute to what the bank says of it. */
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

/** Reads the payments of accepted disputes that wait for their returns. */
async function readReturns(deps: BankDisputeDeps): Promise<void> {
  const { database, bankName } = deps;
  for (let afterId = ID_MIN; ; ) {
    const page = { afterId, limit: TO_RETURN_AT_ONCE };
    const waiting = await selectDisputesToReturn(database, bankName, page);
    for (const dispute of waiting) {
      await readReturnsOf(deps, dispute.endToEndId);
      await releaseOld(deps, dispute);
    }
    const last = waiting.at(-1);
    if (!last || waiting.length < TO_RETURN_AT_ONCE) return;
    afterId = last.id;
  }
}

async function readReturnsOf(deps: BankDisputeDeps, endToEndId: string): Promise<void> {
  const payment = requireDone(await deps.receiving.findReceived(endToEndId));
  await deps.onStep?.();
  if (payment) await deps.saveUnrequestedRefunds([payment]);
}

/** Releases what the bank has accepted and never returned. */
async function releaseOld(
  deps: BankDisputeDeps,
  { bankDisputeId, closedAt, returned: amount }: DisputeToReturn,
): Promise<void> {
  if (deps.clock.now() < closedAt + RETURNED_WITHIN_MS) return;
  await updateDisputes(deps, [{ bank: deps.bankName, bankDisputeId, status: 'accepted', amount }]);
}

function requireDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') throw new DisputesUnreadError(outcome.refusal.message);
  if (outcome.kind === 'unknown') throw new DisputesUnreadError(outcome.reason);
  throw new DisputesUnreadError('O banco não está disponível no momento.');
}
