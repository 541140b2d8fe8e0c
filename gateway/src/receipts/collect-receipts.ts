import type { Period, ReceivingBank } from '#src/banking/live-bank.ts';
import { type BookNeeds, bookReceipts } from './book-receipts.ts';
import { keepCompleteUntil, readCompleteUntil } from './receipt-period-store.ts';

const HOUR_MS = 60 * 60_000;
/** A bank may list a payment later than its instant says; what is read twice is booked once. */
const OVERLAP_MS = 2 * HOUR_MS;
/** Where a gateway that has never looked begins. */
const FIRST_LOOK_MS = 24 * HOUR_MS;
const PAGES_MAX = 10_000;
const COLLECT_EVERY_MS = 3 * 60_000;
const TRY_AGAIN_AFTER_MS = 15_000;

export type CollectNeeds = BookNeeds & { readonly receiving: ReceivingBank };

/**
 * Collects when it is time: a few minutes after the last complete period, whichever process ended
 * that. A bank that could not be asked is asked again soon.
 */
export function createCollector(needs: CollectNeeds): () => Promise<boolean> {
  let notBefore = 0;
  return async () => {
    const now = needs.clock.now();
    if (now < notBefore) return false;
    const completeUntil = await readCompleteUntil(needs.database, needs.bank.name);
    if (completeUntil !== undefined && now < completeUntil + COLLECT_EVERY_MS) return false;
    const found = await collectReceipts(needs);
    notBefore = now + (found === undefined ? TRY_AGAIN_AFTER_MS : 0);
    return false;
  };
}

/**
 * Finds payments whose call-back never came: reads everything that the bank received since the last
 * complete period, with overlap, and books what is new. The period only moves on when its last page
 * was read.
 * @returns how many payments were new; undefined when the bank could not be asked.
 */
export async function collectReceipts(needs: CollectNeeds): Promise<number | undefined> {
  const to = needs.clock.now();
  const completeUntil = await readCompleteUntil(needs.database, needs.bank.name);
  const from = (completeUntil ?? to - FIRST_LOOK_MS) - OVERLAP_MS;
  const found = await collectPeriod(needs, { from, to });
  if (found === undefined) return undefined;
  await keepCompleteUntil(needs.database, needs.bank.name, new Date(to));
  if (found > 0) needs.logger.info({ found }, 'payments were found that no call-back had told of');
  return found;
}

async function collectPeriod(needs: CollectNeeds, period: Period): Promise<number | undefined> {
  let found = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const outcome = await needs.receiving.listReceived(period, page);
    if (outcome.kind !== 'done') {
      needs.logger.warn({ outcome: outcome.kind, page }, 'the bank did not list what it received');
      return undefined;
    }
    found += await bookReceipts(needs, outcome.value.payments);
    if (!outcome.value.hasMore) return found;
  }
  throw new Error('a bank lists more pages than there can be');
}
