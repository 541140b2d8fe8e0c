import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import { selectCharges } from '../../charge-store.ts';
import { selectTxids } from '../../txids/txid-store.ts';
import { selectTxidsInLots } from './lot-line-store.ts';

const TXIDS_AT_ONCE = 500;

/**
 * Those of the txids that a charge of the scope has, immediate or with a due date, of any door, or
 * that another lot has. The rows of new charges are unique as well: this only names the lines.
 */
export async function findTakenTxids(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  const scope = { merchantId, environment };
  const taken = new Set<string>();
  for (let from = 0; from < txids.length; from += TXIDS_AT_ONCE) {
    const some = txids.slice(from, from + TXIDS_AT_ONCE);
    const named = await selectTxids(
      database,
      some.map((txid) => ({ ...scope, txid })),
    );
    for (const { txid } of named) taken.add(txid);
    for (const txid of await selectTxidsInLots(database, scope, some)) taken.add(txid);
    // A charge of another door has no row of its txid.
    const ids = some.flatMap((txid) => idFromTxid(txid) ?? []);
    const charges = await selectCharges(
      database,
      ids.map((id) => ({ ...scope, id })),
    );
    for (const { id } of charges) taken.add(txidFromId(id));
  }
  return taken;
}
