import type { LiveBank, Period, SendingBank, SentPayout } from '#src/bank/live-bank.ts';
import { readInWindows } from '#src/bank/read-in-windows.ts';
import type { Database } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import { readEndedPayouts, readLivePayouts } from '#src/money-out/payouts/read-ended-payouts.ts';
import { askAbout, type Compared, compareEach, requireDone } from './bank-answers.ts';
import { comparePayout } from './compare-payouts.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';

/** Most payouts end within this time; the bank is asked about each of the others. */
const ENDS_WITHIN_MS = 10 * MINUTE_MS;

/** The payouts that the bank lists, by their ids at the bank. */
interface Listed {
  readonly payouts: ReadonlyMap<string, SentPayout>;
  /** Ids, or digests, of payouts that the bank lists in an unknown form. */
  readonly unreadable: ReadonlySet<string>;
}

/**
 * Compares two groups of live payouts with the bank: those that ended here in the period, and those
 * that the bank lists as requested in it. The bank is asked about a single payout only when its
 * list doesn't show it. Throws BankUnavailableError.
 */
export async function reconcilePayouts(
  { database, liveBank: { sending } }: { database: Database; liveBank: LiveBank },
  period: Period,
): Promise<Compared> {
  if (!sending) return { count: 0, discrepancies: [] };
  const listed = await readListed(sending, period);
  const ended = await readEndedPayouts(database, period);
  const { count, discrepancies } = await compareEach(ended, async (payout) => {
    const id = txidFromId(payout.id);
    const listedPayout = listed.payouts.get(id);
    if (listedPayout) return comparePayout(payout, listedPayout);
    if (listed.unreadable.has(id)) return [];
    const shown = await askAbout(() => sending.findPayout(id));
    if (shown.kind === 'shown') return comparePayout(payout, shown.value);
    return [discrepancy('payout_unreadable', payout.id, { wordsAtBank: shown.reason })];
  });
  const compared = new Set(ended.map(({ id }) => txidFromId(id)));
  const listedOnly = [...listed.payouts.values()].filter(
    ({ id, requestedAt }) => !compared.has(id) && (requestedAt ?? period.from) >= period.from,
  );
  return {
    count,
    discrepancies: [
      ...discrepancies,
      ...(await compareListed(database, listedOnly)),
      ...[...listed.unreadable].map((id) => discrepancy('payout_unreadable', idHere(id), {})),
    ],
  };
}

/**
 * Compares payouts that the bank lists and that did not end here in the period. A payout that is
 * pending here is left out, because the worker will ask the bank about it.
 */
async function compareListed(
  database: Database,
  sent: readonly SentPayout[],
): Promise<Discrepancy[]> {
  const here = await readLivePayouts(
    database,
    sent.flatMap(({ id }) => idFromTxid(id) ?? []),
  );
  const byBankId = new Map(here.map((payout) => [txidFromId(payout.id), payout]));
  return sent.flatMap((atBank) => {
    const payout = byBankId.get(atBank.id);
    if (payout) return payout.status === 'pending' ? [] : comparePayout(payout, atBank);
    if (atBank.status === 'failed') return [];
    const words = { amountAtBank: atBank.amount, wordsAtBank: atBank.status };
    return [discrepancy('payout_missing_here', idHere(atBank.id), words)];
  });
}

async function readListed(sending: SendingBank, { from, to }: Period): Promise<Listed> {
  const payouts = new Map<string, SentPayout>();
  const unreadable = new Set<string>();
  const list = sending.listSent?.bind(sending);
  if (!list || to <= from) return { payouts, unreadable };
  const pages = readInWindows(async (window, page) => requireDone(await list(window, page)), {
    from: from - ENDS_WITHIN_MS,
    to,
  });
  for await (const page of pages) {
    for (const payout of page.payouts) {
      if ((payout.requestedAt ?? from) < to) payouts.set(payout.id, payout);
    }
    for (const { id, digest } of page.unreadable) unreadable.add(id ?? digest);
  }
  return { payouts, unreadable };
}

/** The gateway's id of a payout; the bank's id when it was not made from one. */
function idHere(bankId: string): string {
  return idFromTxid(bankId) ?? bankId;
}
