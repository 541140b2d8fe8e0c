import type { ReceivingBank } from '#src/bank/live-bank.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { Charge } from '../charge.ts';
import { lockCharges } from '../charge-refund-store.ts';
import { answerOf, unavailable } from '../live/bank-answer.ts';
import { withTxids } from '../txids/find-by-txid.ts';
import type { Location } from './location.ts';
import { insertLocations, lockLocations, setLocationOfTxid } from './location-store.ts';
import { kindOfCharge, ownLocation } from './own-location.ts';

const CHANGED_RETRY_SECONDS = 1;

/**
 * Stores the own location of a live charge with the id that the bank has for it. A change that
 * releases it does this first: once the bank has done it, it doesn’t tell the id any more.
 * Refuses `provider_refused` for a bank that doesn't tell it, and `provider_unavailable`.
 */
export async function storeOwnLocation(
  { database, bank }: { readonly database: Database; readonly bank: ReceivingBank },
  charge: Charge,
  id: number,
): Promise<Location> {
  const bankId = await bankIdOf(bank, charge);
  const { merchantId, environment } = charge;
  return database.transaction(async (tx) => {
    await lockCharges(tx, { keys: [charge] });
    const rows = await lockLocations(tx, { merchantId, environment, id, chargeId: charge.id });
    const [name] = await withTxids(tx, [charge]);
    const { named } = name ?? {};
    const isOwn = named?.hasLocation && [id, null].includes(named.locationId);
    const own =
      named && ownLocation(charge, { id, kind: kindOfCharge(charge), txid: named.txid, bankId });
    // Another request has changed it meanwhile.
    if (rows.length > 0 || !isOwn || !own) throw unavailable(CHANGED_RETRY_SECONDS);
    insertLocations(tx, [own]);
    setLocationOfTxid(tx, named, id);
    return own;
  });
}

/** The bank's id of the location of a charge. */
async function bankIdOf(bank: ReceivingBank, { id, due }: Charge): Promise<number> {
  const kind = due ? 'due' : 'immediate';
  const found = answerOf(await bank.findCharge(txidFromId(id), kind, { mayLackCode: true }));
  if (found?.locationId != null) return found.locationId;
  throw new Refusal('provider_refused', { reason: 'O banco não informa o id deste location.' });
}
