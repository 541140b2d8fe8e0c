import type { LiveBank } from '#src/bank/live-bank.ts';
import { type BankRefusal, type Outcome, type Period, reasonOfOutcome } from '#src/bank/outcome.ts';
import type { BankRecurrence, RecurrenceOrder, RecurringBank } from '#src/bank/recurring-bank.ts';
import { type ChargeDraft, kindOfDraft, registerDraft } from '#src/charges/live/charge-draft.ts';
import type { Database } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { Subscription } from '../../subscription.ts';
import { hasEnded, type Recurrence } from './recurrence.ts';
import { storeRefusal } from './recurrence-store.ts';

/** The bank's clock may differ from ours. */
const CLOCK_MARGIN_MS = HOUR_MS;
const RETRY_AFTER_SECONDS = 30;

/** The result of removing what attempts have left; `ended` is null when there was no recurrence. */
export type GivingUp =
  | { readonly kind: 'gone'; readonly ended: BankRecurrence | null }
  | Extract<Making, { kind: 'open' }>;

/** A bank that has Pix Automático. */
export interface BankOfRecurrences {
  readonly receiving: LiveBank['receiving'];
  readonly recurring: RecurringBank;
}

/** A subscription that the bank is to have, with its recurrence that is not made yet. */
export interface RecurrenceToMake {
  readonly subscription: Subscription;
  readonly recurrence: Recurrence;
}

/** The recurrence that the bank has made. */
export interface MadeRecurrence {
  readonly made: BankRecurrence;
  /** Null when the payer's bank asks the payer. */
  readonly code: string | null;
  readonly solicitationId: string | null;
}

/** The result of an attempt to make a recurrence. */
export type Making =
  | { readonly kind: 'made'; readonly value: MadeRecurrence }
  /** The bank refused, and nothing of it is left there. */
  | Refused
  /** Nothing was sent. */
  | { readonly kind: 'unsent'; readonly retryAfterSeconds: number }
  /** A part may be made: the attempt is repeated. */
  | { readonly kind: 'open'; readonly retryAfterSeconds: number; readonly unreadable?: string };

interface Refused {
  readonly kind: 'refused';
  readonly refusal: BankRefusal;
}

/** A refused attempt may have left something at the bank, which `remove` ends. */
interface RefusedAttempt extends Refused {
  readonly remove?: () => Promise<GivingUp | undefined>;
}

type Attempt = Exclude<Making, { kind: 'refused' }> | RefusedAttempt;

export interface MakingDeps {
  readonly database: Pick<Database, 'query'>;
  readonly bank: BankOfRecurrences;
}

/**
 * Makes a recurrence at the bank, with all that its journey needs: the first charge, the location,
 * the request to the payer. Each part has its id before the first attempt, so a repeat makes
 * nothing twice; it gives the period of the attempts before it. Before it removes what a refused
 * attempt has left at the bank, it stores that the bank has refused: no later attempt makes the
 * recurrence with what was removed, and a process whose lease is over removes nothing.
 */
export async function makeRecurrence(
  { database, bank }: MakingDeps,
  toMake: RecurrenceToMake,
  earlier?: Period,
): Promise<Making> {
  const attempt = await attemptRecurrence(bank, toMake, earlier);
  if (attempt.kind !== 'refused' || !attempt.remove) return attempt;
  const isMine = await storeRefusal(database, toMake.recurrence);
  if (!isMine) return { kind: 'open', retryAfterSeconds: RETRY_AFTER_SECONDS };
  const rest = await attempt.remove();
  return rest?.kind === 'open' ? rest : { kind: 'refused', refusal: attempt.refusal };
}

async function attemptRecurrence(
  bank: BankOfRecurrences,
  toMake: RecurrenceToMake,
  earlier: Period | undefined,
): Promise<Attempt> {
  const { subscription, recurrence } = toMake;
  const charge = recurrence.draft?.charge ?? null;
  const isFirst = earlier === undefined;
  const registered = charge && (await registerDraft(bank.receiving, charge));
  if (registered?.kind === 'refused') {
    const { refusal } = registered;
    if (!earlier) return { kind: 'refused', refusal };
    const remove = () => giveUpRecurrence(bank, toMake, earlier);
    return { kind: 'refused', refusal, remove };
  }
  if (registered && registered.kind !== 'done') return stopped(registered, isFirst);
  const order = orderOf(toMake);
  const created = await bank.recurring.createRecurrence(order, earlier);
  if (created.kind === 'refused') {
    const { refusal } = created;
    if (!charge) return { kind: 'refused', refusal };
    return { kind: 'refused', refusal, remove: () => removeCharge(bank, charge) };
  }
  if (created.kind !== 'done') return stopped(created, isFirst && !charge);
  const made = created.value;
  if (hasEnded(made.status)) {
    return { kind: 'made', value: { made, code: null, solicitationId: null } };
  }
  if (subscription.journey === 'bank_push') return askPayer(bank, subscription, made);
  if (!order.hasCode) return { kind: 'made', value: { made, code: null, solicitationId: null } };
  return readCode(bank, made, txidInCode(recurrence));
}

/** The period in which earlier attempts may have made a recurrence. */
export function attemptsOf({ calledAt }: Recurrence, now: number): Period {
  return { from: calledAt - CLOCK_MARGIN_MS, to: now + CLOCK_MARGIN_MS };
}

/** Ends the recurrence and the first charge that earlier attempts made at the bank. */
export async function giveUpRecurrence(
  bank: BankOfRecurrences,
  { subscription, recurrence }: RecurrenceToMake,
  earlier: Period,
): Promise<GivingUp> {
  const charge = recurrence.draft?.charge ?? null;
  const order = orderOf({ subscription, recurrence });
  // The call finds the recurrence by its contract. If there was none it makes one, ended at once.
  const found = await bank.recurring.createRecurrence(order, earlier);
  if (found.kind !== 'done' && found.kind !== 'refused') return open(found);
  const ended = found.kind === 'done' ? await endAtBank(bank, found.value) : undefined;
  if (ended && ended.kind !== 'done') return open(ended);
  const removed = charge && (await removeCharge(bank, charge));
  return removed ?? { kind: 'gone', ended: ended?.value ?? null };
}

async function askPayer(
  bank: BankOfRecurrences,
  { payer, payerAccount, authorizableBefore }: Subscription,
  made: BankRecurrence,
): Promise<Attempt> {
  if (!payerAccount) throw new Error('a subscription of the journey bank_push has no account');
  const asked = await bank.recurring.requestAuthorization({
    recurrenceId: made.id,
    expiresAt: authorizableBefore,
    payer: {
      document: payer.document,
      ispb: payerAccount.ispb,
      branch: payerAccount.branch,
      account: payerAccount.number,
    },
  });
  if (asked.kind === 'done') {
    return { kind: 'made', value: { made, code: null, solicitationId: asked.value.id } };
  }
  if (asked.kind !== 'refused') return open(asked);
  return {
    kind: 'refused',
    refusal: asked.refusal,
    async remove() {
      const ended = await endAtBank(bank, made);
      return ended.kind === 'done' ? undefined : open(ended);
    },
  };
}

async function readCode(
  { recurring }: BankOfRecurrences,
  made: BankRecurrence,
  chargeTxid: string | undefined,
): Promise<Making> {
  const found = await recurring.findRecurrence(made.id, chargeTxid);
  if (found.kind === 'refused') return { kind: 'open', retryAfterSeconds: RETRY_AFTER_SECONDS };
  if (found.kind !== 'done') return open(found);
  const code = found.value?.code ?? null;
  // A bank that has just made it may show it a moment later.
  if (code === null) return { kind: 'open', retryAfterSeconds: RETRY_AFTER_SECONDS };
  return { kind: 'made', value: { made, code, solicitationId: null } };
}

/** Removes the first charge: nobody got its code. Undefined when it can't be paid any more. */
async function removeCharge(
  { receiving }: BankOfRecurrences,
  charge: ChargeDraft,
): Promise<Extract<Making, { kind: 'open' }> | undefined> {
  const removed = await receiving.cancelCharge(charge.order.txid, kindOfDraft(charge));
  const isGone = removed.kind === 'done' || removed.kind === 'refused';
  return isGone ? undefined : open(removed);
}

/** Ends a recurrence, or finds that it has ended. */
async function endAtBank(
  { recurring }: BankOfRecurrences,
  recurrence: BankRecurrence,
): Promise<Exclude<Outcome<BankRecurrence>, { kind: 'refused' }>> {
  if (hasEnded(recurrence.status)) return { kind: 'done', value: recurrence };
  const ended = await recurring.cancelRecurrence(recurrence.id);
  if (ended.kind !== 'refused') return ended;
  const found = await recurring.findRecurrence(recurrence.id);
  if (found.kind === 'done' && found.value && hasEnded(found.value.status)) {
    return { kind: 'done', value: found.value };
  }
  return found.kind === 'unknown' ? found : { kind: 'unknown', reason: ended.refusal.message };
}

type Unclear = Extract<Outcome<unknown>, { kind: 'unknown' | 'unavailable' }>;

/** An attempt that the bank has not answered. */
function stopped(outcome: Unclear, isFirstCall: boolean): Making {
  const { kind } = outcome;
  if (kind === 'unknown' || !isFirstCall) return open(outcome);
  return { kind: 'unsent', retryAfterSeconds: outcome.retryAfterSeconds };
}

function open(outcome: Unclear): Extract<Making, { kind: 'open' }> {
  if (outcome.kind === 'unavailable') {
    return { kind: 'open', retryAfterSeconds: outcome.retryAfterSeconds };
  }
  return {
    kind: 'open',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    ...(outcome.isUnreadable && { unreadable: reasonOfOutcome(outcome) }),
  };
}

/** The txid at the bank of the charge that the code also pays. */
function txidInCode({ draft }: Recurrence): string | undefined {
  const chargeId = draft?.standard?.chargeId;
  return chargeId == null ? draft?.charge?.order.txid : txidFromId(chargeId);
}

function orderOf({ subscription, recurrence }: RecurrenceToMake): RecurrenceOrder {
  const { contract, draft } = recurrence;
  const standard = draft?.standard;
  const hasFirst = standard !== undefined || subscription.journey === 'code_and_first_payment';
  const { firstDueOn, endsOn, interval, amount, minAmount, retries, journey } = subscription;
  return {
    contract,
    description: subscription.description,
    interval,
    payer: { name: subscription.payer.name, document: subscription.payer.document },
    firstDay: firstDueOn,
    lastDay: endsOn,
    price: amount === null ? { kind: 'variable', minimum: minAmount } : { kind: 'fixed', amount },
    retries: retries !== 'none',
    hasCode: standard ? standard.locationId !== null : journey !== 'bank_push',
    ...(standard?.locationId != null && { locationId: standard.locationId }),
    // In the journey `offer` the payer pays the charge with or without the authorization.
    firstChargeTxid: hasFirst ? (txidInCode(recurrence) ?? null) : null,
  };
}
