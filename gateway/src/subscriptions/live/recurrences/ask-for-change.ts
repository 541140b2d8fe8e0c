import { type BankRefusal, type Outcome, reasonOfOutcome } from '#src/bank/outcome.ts';
import type { BankAuthorization } from '#src/bank/recurring-bank.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { RecurrenceAct } from '../../recurrences/act-on-recurrences.ts';
import type { NewCode } from '../../recurrences/change-recurrence.ts';
import type { Subscription } from '../../subscription.ts';
import type { BankOfRecurrences } from './make-recurrence.ts';
import type { LiveChange, RequestedChange } from './requested-change.ts';

const RETRY_AFTER_SECONDS = 30;
const EARLIER_IS_OPEN: BankRefusal = {
  code: 'request_open',
  message: 'O banco ainda tem uma solicitação anterior aberta para esta recorrência.',
  bankWords: '',
};

/** A change that the bank is asked for. */
export interface AskedFor {
  readonly subscription: Subscription;
  readonly requested: RequestedChange;
  /** The requests to the payer's bank that are known here. */
  readonly requestIds: readonly string[];
  /** Whether an earlier call may have reached the bank. */
  readonly isAgain: boolean;
}

/** The bank's answer to a change. */
export type Asked =
  /** `later` if the bank has accepted it and does it in some hours, which reads find. */
  | { readonly kind: 'done' | 'later'; readonly act: RecurrenceAct }
  | { readonly kind: 'refused'; readonly refusal: BankRefusal }
  | { readonly kind: 'open'; readonly retryAfterSeconds: number; readonly unreadable?: string };

type ChangeOf<Kind extends LiveChange['kind']> = Extract<LiveChange, { readonly kind: Kind }>;

/** Asks the bank for a change. Each call may be repeated: the second one changes nothing. */
export async function askBank(bank: BankOfRecurrences, asked: AskedFor): Promise<Asked> {
  const { recurring } = bank;
  const { change } = asked.requested;
  switch (change.kind) {
    case 'revise':
      return revise(bank, asked, change);
    case 'free_location': {
      const freed = await recurring.releaseRecurrenceLocation(change.bankId);
      return freed.kind === 'done' ? { kind: 'done', act: actOf(change) } : notDone(freed);
    }
    case 'open_request':
      return openRequest(bank, asked, change);
    case 'withdraw_request': {
      const canceled = await recurring.cancelAuthorization(change.id);
      if (canceled.kind !== 'done') return notDone(canceled);
      const isOpen = canceled.value.status === 'open';
      return { kind: isOpen ? 'later' : 'done', act: actOf(change) };
    }
  }
}

/** The act here that a change is; the code and the request's id come from the bank. */
export function actOf(
  change: LiveChange,
  { code, requestId = '' }: { readonly code?: NewCode; readonly requestId?: string } = {},
): RecurrenceAct {
  switch (change.kind) {
    case 'revise': {
      const { payerName, firstDueOn, location, activationTxid } = change;
      return {
        kind: 'revise',
        revision: { payerName, firstDueOn, location, activationTxid, code },
      };
    }
    case 'open_request':
      return { ...change, id: requestId };
    default:
      return change;
  }
}

/** A recurrence with a new location or first charge has a new code, which is read. */
async function revise(
  { recurring }: BankOfRecurrences,
  { subscription, isAgain }: AskedFor,
  change: ChangeOf<'revise'>,
): Promise<Asked> {
  const { payerName, firstDueOn, location, activationTxid, chargeId } = change;
  const id = idOf(subscription);
  const txid = chargeId === undefined ? undefined : txidFromId(chargeId);
  const revised = await recurring.reviseRecurrence(id, {
    ...(payerName !== undefined && { payerName }),
    ...(firstDueOn !== undefined && { firstDay: firstDueOn }),
    ...(location?.bankId != null && { locationId: location.bankId }),
    ...(activationTxid !== undefined && txid !== undefined && { firstChargeTxid: txid }),
  });
  if (revised.kind !== 'done') return notDone(revised);
  const isShown = location !== undefined || subscription.code !== null;
  const isNew = location !== undefined || activationTxid !== undefined;
  if (!isShown || !isNew) return { kind: 'done', act: actOf(change) };
  // The charge may have been paid meanwhile, or its location was taken away.
  for (const shown of txid === undefined ? [undefined] : [txid, undefined]) {
    const found = await recurring.findRecurrence(id, shown);
    if (found.kind === 'unknown' || found.kind === 'unavailable') return notDone(found);
    const code = found.kind === 'done' ? (found.value?.code ?? null) : null;
    const charge = shown === undefined ? null : (chargeId ?? null);
    if (code !== null) return done(change, code, charge);
  }
  // A bank may show it a moment later. A change that waits for ever stops all others.
  return isAgain
    ? done(change, null, null)
    : { kind: 'open', retryAfterSeconds: RETRY_AFTER_SECONDS };
}

function done(change: LiveChange, code: string | null, chargeId: string | null): Asked {
  return { kind: 'done', act: actOf(change, { code: { kind: 'written', code, chargeId } }) };
}

/** A request of the bank that is not known here is that of a lost answer. */
async function openRequest(
  { recurring }: BankOfRecurrences,
  { subscription, requestIds, isAgain }: AskedFor,
  change: ChangeOf<'open_request'>,
): Promise<Asked> {
  const isNew = ({ id }: BankAuthorization) => !requestIds.includes(id);
  const sentAs = ({ id }: BankAuthorization): Asked => ({
    kind: 'done',
    act: actOf(change, { requestId: id }),
  });
  if (isAgain) {
    const found = await recurring.findRecurrence(idOf(subscription));
    if (found.kind !== 'done') return notDone(found);
    const sent = found.value?.authorizations.find(isNew);
    if (sent) return sentAs(sent);
  }
  const { payerDocument: document, account, expiresAt } = change;
  const asked = await recurring.requestAuthorization({
    recurrenceId: idOf(subscription),
    expiresAt,
    payer: { document, ispb: account.ispb, branch: account.branch, account: account.number },
  });
  if (asked.kind !== 'done') return notDone(asked);
  return isNew(asked.value) ? sentAs(asked.value) : { kind: 'refused', refusal: EARLIER_IS_OPEN };
}

function notDone(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Asked {
  if (outcome.kind === 'refused') return outcome;
  if (outcome.kind === 'unavailable') {
    return { kind: 'open', retryAfterSeconds: outcome.retryAfterSeconds };
  }
  return {
    kind: 'open',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    ...(outcome.isUnreadable && { unreadable: reasonOfOutcome(outcome) }),
  };
}

function idOf({ recurrenceId }: Subscription): string {
  if (recurrenceId === null) throw new Error('a recurrence that changes has an id');
  return recurrenceId;
}
