import { type BookedReturn, recordDisputeReturns } from '#src/disputes/record-returns.ts';
import type { DisputeDeps } from '#src/disputes/write-disputes.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { Logger } from '#src/ground/log.ts';
import { recordPaymentReturn } from '../payments/record-payment-return.ts';
import {
  claimReturns,
  finishReturn,
  postponeReturn,
  type ReturnAtBank,
} from './dispute-return-store.ts';

const RETURNS_AT_ONCE = 20;
/** How long a claim lasts. Two workers may book the same return: the second one finds it booked. */
const CLAIM_MS = 10 * SECOND_MS;
const PAUSE_MS = MINUTE_MS;
const PAUSE_MS_MAX = 4 * HOUR_MS;
const DOUBLINGS_MAX = 10;

export interface BookReturnsDeps extends DisputeDeps {
  readonly logger: Logger;
  readonly bankName: string;
}

type Booked = 'booked' | 'known' | 'matched';

/** The reasons why a return was not booked, for operators. */
const FAILURES: Readonly<Record<Exclude<BookedReturn['kind'], Booked>, string>> = {
  unknown_payment: 'O Pix de origem ainda não foi registrado aqui.',
  exceeds_payment: 'Com as outras devoluções, o valor passaria do valor do Pix de origem.',
};

/**
 * Books the refunds by which the bank's special mechanism (MED) has taken money back, each once, on
 * the disputes of their payments, or on a payment without a charge. A return that can't be booked
 * is tried again later, and operators see it: a refund of the same payment may be pending, or its
 * payment may not be booked yet. Safe to repeat: a worker may die between two steps.
 * @returns whether there may be more.
 */
export async function bookDisputeReturns(deps: BookReturnsDeps): Promise<boolean> {
  const { database, clock, bankName: bank } = deps;
  const now = clock.now();
  const until = new Date(now + CLAIM_MS);
  const claim = { bank, at: new Date(now), until, limit: RETURNS_AT_ONCE };
  const due = await claimReturns(database, claim);
  for (const returnAtBank of due) {
    const failure = await book(deps, returnAtBank);
    if (failure === undefined) await finishReturn(database, { ...returnAtBank, at: clock.now() });
    else await postpone(deps, returnAtBank, failure);
  }
  return due.length === RETURNS_AT_ONCE;
}

/** Books a return, or gives the reason why not. Throws when the database doesn't answer. */
async function book(
  deps: BookReturnsDeps,
  returnAtBank: ReturnAtBank,
): Promise<string | undefined> {
  const { endToEndId, returnId, refundId, amount, reason, returnedAt } = returnAtBank;
  try {
    const facts = { endToEndId, returnId, refundId, amount, reason, returnedAt };
    const [result] = await recordDisputeReturns(deps, [facts]);
    let outcome = result?.kind ?? 'unknown_payment';
    if (outcome === 'unknown_payment') outcome = await recordPaymentReturn(deps, facts);
    if (outcome === 'matched') {
      const match = { endToEndId, returnId, amount: amount.toString() };
      deps.logger.warn(match, 'a return that an operator had booked by hand has another id');
    }
    return isBooked(outcome) ? undefined : FAILURES[outcome];
  } catch (error) {
    if (isOutage(error)) throw error;
    deps.logger.error({ err: error, endToEndId }, 'the return of a dispute could not be booked');
    return 'O lançamento falhou; veja o log.';
  }
}

function isBooked(outcome: BookedReturn['kind']): outcome is Booked {
  return outcome === 'booked' || outcome === 'known' || outcome === 'matched';
}

async function postpone(
  { database, clock, logger }: BookReturnsDeps,
  { id, endToEndId, amount, attempts }: ReturnAtBank,
  failure: string,
): Promise<void> {
  const pauseMs = Math.min(PAUSE_MS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX), PAUSE_MS_MAX);
  await postponeReturn(database, { id, dueAt: clock.now() + pauseMs, failure });
  const facts = { endToEndId, amount: amount.toString(), failure };
  logger.warn(facts, 'the return of a dispute is not booked yet');
}
