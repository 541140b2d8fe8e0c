import { reasonOfOutcome } from '#src/bank/outcome.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { ID_MIN } from '#src/ground/ids.ts';
import { setFailedAside } from '#src/ground/work/due-work.ts';
import { selectFailures } from '#src/ground/work/set-aside.ts';
import { updateDisputes } from '../update-disputes.ts';
import type { BankDisputeDeps, UnreadDispute } from './bank-dispute-deps.ts';
import { type DisputeToReturn, selectDisputesToReturn } from './bank-dispute-store.ts';

/**
 * A bank returns an accepted dispute within four days. After this time the amount that it has not
 * returned is released; a later return is booked nevertheless.
 */
const RETURNED_WITHIN_MS = 15 * DAY_MS;
const TO_RETURN_AT_ONCE = 100;
const UNREAD = 'O banco não mostra o Pix desta contestação.';

/**
 * Reads the payments of accepted disputes that wait for their returns. A payment that can't be read
 * is set aside, and its dispute stays blocked until it is read.
 * @returns the disputes whose payments could not be read.
 */
export async function readReturns(deps: BankDisputeDeps): Promise<UnreadDispute[]> {
  const { database, bankName } = deps;
  const unread: UnreadDispute[] = [];
  for (let afterId = ID_MIN; ; ) {
    const page = { bank: bankName, afterId, limit: TO_RETURN_AT_ONCE };
    const waiting = await selectDisputesToReturn(database, page);
    const endToEndIds = waiting.map(({ endToEndId }) => endToEndId);
    // Payments that are set aside are read by a worker (`retryBankRefunds`).
    const failures = await selectFailures(database, 'bank_refund', endToEndIds);
    for (const dispute of waiting) {
      const { bankDisputeId: id, endToEndId } = dispute;
      const isRead = !failures.has(endToEndId) && (await readReturnsOf(deps, endToEndId));
      if (isRead) await releaseOld(deps, dispute);
      else unread.push({ id, reason: UNREAD });
    }
    const last = waiting.at(-1);
    if (!last || waiting.length < TO_RETURN_AT_ONCE) return unread;
    afterId = last.id;
  }
}

/** Saves the refunds that the bank made of a payment; false when the bank does not show it. */
export async function readReturnsOf(deps: BankDisputeDeps, endToEndId: string): Promise<boolean> {
  const outcome = await deps.receiving.findReceived(endToEndId);
  await deps.onStep?.();
  if (outcome.kind !== 'done') {
    const error = new Error(reasonOfOutcome(outcome));
    await setFailedAside(deps, { kind: 'bank_refund', id: endToEndId, error });
    return false;
  }
  if (outcome.value) await deps.saveUnrequestedRefunds([outcome.value]);
  return true;
}

/** Releases an accepted dispute that the bank has not returned in time. */
async function releaseOld(
  deps: BankDisputeDeps,
  { bankDisputeId, closedAt, returned: amount }: DisputeToReturn,
): Promise<void> {
  if (deps.clock.now() < closedAt + RETURNED_WITHIN_MS) return;
  await updateDisputes(deps, [{ bank: deps.bankName, bankDisputeId, status: 'accepted', amount }]);
}
