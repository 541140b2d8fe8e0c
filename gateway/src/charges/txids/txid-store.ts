import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import type { TransactionKey } from '../charge.ts';
import type { StandardTerms, TxidKey, TxidOfCharge } from '../standard-charge.ts';

const KEY = { ...f.SCOPE, txid: f.text };
const OF_CHARGE = { ...KEY, id: f.inColumn('charge_id', f.uuid) };
const TXID = {
  ...KEY,
  chargeId: f.uuid,
  revision: f.count,
  terms: f.json<StandardTerms>(),
  locationId: f.orNull(f.count),
  hasLocation: f.bool,
};
const CLAIM = { ...OF_CHARGE, terms: TXID.terms, locationId: TXID.locationId };
const CHARGE_ID = { chargeId: f.uuid };

const $ = paramsOf({ ...TXID, at: f.instant, until: f.instant });
const OF_KEY = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and txid = ${$.txid}`;
const SAME_KEY =
  '(t.merchant_id, t.environment, t.txid) = (key.merchant_id, key.environment, key.txid)';

// A txid that another transaction claims now is waited for, and then found taken.
const claimRows = many(
  'api_pix_charges_claim',
  CHARGE_ID,
  sql`insert into api_pix_charges
      (merchant_id, environment, txid, charge_id, terms, location_id)
    select merchant_id, environment, txid, charge_id, terms, location_id
    from ${rowsOf('claims', 'row', CLAIM)}
    on conflict (merchant_id, environment, txid) do nothing
    returning charge_id`,
);

// Only the batch of a lot claims the txids of the lot.
const selectOfLots = many(
  'api_pix_charges_select_of_lots',
  CHARGE_ID,
  sql`select key.charge_id
    from ${rowsOf('claims', 'key', { ...OF_CHARGE, batchId: f.orNull(f.uuid) })}
    join api_pix_lot_lines t on ${SAME_KEY}
    where t.batch_id is distinct from key.batch_id`,
);

const selectRows = many(
  'api_pix_charges_select',
  TXID,
  sql`select ${f.columnsOf(TXID, 't')} from ${rowsOf('keys', 'key', KEY)}
    join api_pix_charges t on ${SAME_KEY}`,
);

const freeRows = send(
  'api_pix_charges_free',
  sql`delete from api_pix_charges t
    using ${rowsOf('charges', 'key', OF_CHARGE)}
    where ${SAME_KEY} and t.charge_id = key.charge_id`,
);

const leaseRow = countRows(
  'api_pix_charges_lease',
  sql`update api_pix_charges set leased_until = ${$.until}
    where ${OF_KEY}
      and (leased_until is null or leased_until <= ${$.at})
    returning txid`,
);

/** Sends the new terms of a charge. */
export const reviseTxid = send(
  'api_pix_charges_revise',
  sql`update api_pix_charges set revision = ${$.revision}, terms = ${$.terms}
    where ${OF_KEY}`,
);

/** Sends the end of a lease without a change. */
export const releaseTxid = send(
  'api_pix_charges_release',
  sql`update api_pix_charges set leased_until = null
    where ${OF_KEY}`,
);

/** Sends the update that removes the texts of charges, which may name a person. */
export const eraseTexts = send(
  'api_pix_charges_erase',
  sql`update api_pix_charges t
    set terms = (t.terms::jsonb - 'solicitacaoPagador' - 'infoAdicionais'
      #- '{cycle,information}' #- '{cycle,debtor}')::json
    from charges c
    where c.merchant_id = ${$.merchantId} and c.environment = ${$.environment}
      and c.id = any(${param('chargeIds', f.listOf(f.uuid))}::uuid[])
      and t.merchant_id = ${$.merchantId} and t.environment = ${$.environment}
      and t.txid in (c.external_id, replace(c.id::text, '-', '')) and t.charge_id = c.id`,
);

/** A txid to claim for a charge. */
export interface TxidClaim extends TransactionKey {
  readonly txid: string;
  readonly terms: StandardTerms;
  readonly locationId?: number;
  /** The batch that makes the charge, if one does. */
  readonly batchId?: string | null;
}

/**
 * Claims txids; returns the ids of the charges whose txid was free. Each txid is claimed once. A
 * txid of a lot is not free for any other charge.
 */
export async function claimTxidRows(
  tx: Transaction,
  claims: readonly TxidClaim[],
): Promise<ReadonlySet<string>> {
  // Two processes that claim the same txids lock them in this order.
  const rows = claims
    .toSorted((left, right) => (left.txid < right.txid ? -1 : 1))
    .map((claim) => ({ ...claim, locationId: claim.locationId ?? null }));
  const keys = claims.map((claim) => ({ ...claim, batchId: claim.batchId ?? null }));
  const [ofLots, claimed] = await Promise.all([
    selectOfLots(tx, { claims: keys }),
    claimRows(tx, { claims: rows }),
  ]);
  const refused = new Set(ofLots.map(({ chargeId }) => chargeId));
  freeTxidRows(
    tx,
    claims.filter(({ id }) => refused.has(id)),
  );
  return new Set(claimed.map(({ chargeId }) => chargeId).filter((id) => !refused.has(id)));
}

/** The charges of txids, in no order; unknown ones are omitted. */
export async function selectTxids(
  database: Queryable,
  keys: readonly TxidKey[],
): Promise<TxidOfCharge[]> {
  return keys.length === 0 ? [] : selectRows(database, { keys });
}

/** Sends the delete of the txids of charges that were not made; the commit waits for it. */
export function freeTxidRows(
  tx: Transaction,
  charges: readonly (TransactionKey & { readonly txid: string })[],
): void {
  if (charges.length > 0) freeRows(tx, { charges });
}

/** Leases a charge to a change of its location; false while another one has it. */
export async function leaseTxid(
  tx: Transaction,
  key: TxidKey,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<boolean> {
  return (await leaseRow(tx, { ...key, at, until })) === 1;
}
