import { readCharges } from '#src/charges/read-charges.ts';
import { withTxids } from '#src/charges/txids/find-by-txid.ts';
import { readReturnsOfDisputes } from '#src/disputes/read-returns.ts';
import { findCycles } from '#src/subscriptions/recurrences/find-cycles.ts';
import { readRecurrences } from '#src/subscriptions/recurrences/find-recurrences.ts';
import type { CallbackReads } from '#src/webhooks/pix-callbacks/write-pix-body.ts';
import { cobrNotice } from '../cobrs/cobr-view.ts';
import { readPixNames } from '../pix/read-pix-names.ts';
import { readReturns } from '../pix/read-returns.ts';
import { recNotice } from '../recs/rec-view.ts';

/** Reads what call-backs show besides the events, as the operations of the standard show it. */
export const callbackReads: CallbackReads = { names: readPixNames, notices: readNotices };

async function readNotices(
  ...[database, { format, merchantId, environment }, ids]: Parameters<CallbackReads['notices']>
): Promise<readonly object[]> {
  const keys = [...new Set(ids)].map((id) => ({ merchantId, environment, id }));
  if (format === 'api_pix_rec') {
    const recurrences = await readRecurrences(database, keys);
    return recurrences
      .filter(({ subscription }) => subscription.recurrenceId !== null)
      .map(({ subscription }) => recNotice(subscription));
  }
  const charges = await readCharges(database, keys);
  const cycles = await findCycles(database, { merchantId, environment }, ids);
  const returns = await readReturns(database, charges);
  const disputeReturns = await readReturnsOfDisputes(database, charges);
  return (await withTxids(database, charges)).flatMap((named) => {
    const { id } = named.charge;
    const charged = cycles.get(id);
    if (!charged) return [];
    const paid = {
      pixKey: '',
      returns: returns.get(id) ?? [],
      disputeReturns: disputeReturns.get(id) ?? [],
    };
    // Its state is that of the event: it expires later, of which the standard tells nothing.
    const now = charged.cycle.endedAt ?? charged.cycle.createdAt;
    return [cobrNotice({ ...charged, named, paid, now })];
  });
}
