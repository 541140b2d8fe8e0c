import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { TransactionKey } from '../charge.ts';
import type { StandardTerms, TxidKey, TxidOfCharge } from '../standard-charge.ts';

const KEY = 'merchant_id uuid, environment text, txid text';
const SAME_KEY =
  '(t.merchant_id, t.environment, t.txid) = (key.merchant_id, key.environment, key.txid)';
const COLUMNS = `t.merchant_id, t.environment, t.txid, t.charge_id, t.revision, t.terms,
  t.location_id, t.has_location`;

// A txid that another transaction claims now is waited for, and then found taken.
const CLAIM = {
  name: 'api_pix_charges_claim',
  text: `insert into api_pix_charges
      (merchant_id, environment, txid, charge_id, terms, location_id)
    select merchant_id, environment, txid, charge_id, terms, location_id
    from json_to_recordset($1) as row (${KEY}, charge_id uuid, terms json, location_id bigint)
    on conflict (merchant_id, environment, txid) do nothing
    returning charge_id`,
};
// Only the batch of a lot claims the txids of the lot.
const SELECT_OF_LOTS = {
  name: 'api_pix_charges_select_of_lots',
  text: `select key.charge_id
    from json_to_recordset($1) as key (${KEY}, charge_id uuid, batch_id uuid)
    join api_pix_lot_lines t on ${SAME_KEY}
    where t.batch_id is distinct from key.batch_id`,
};
const SELECT = {
  name: 'api_pix_charges_select',
  text: `select ${COLUMNS} from json_to_recordset($1) as key (${KEY})
    join api_pix_charges t on ${SAME_KEY}`,
};
const FREE = {
  name: 'api_pix_charges_free',
  text: `delete from api_pix_charges t
    using json_to_recordset($1) as key (${KEY}, charge_id uuid)
    where ${SAME_KEY} and t.charge_id = key.charge_id`,
};
const LEASE = {
  name: 'api_pix_charges_lease',
  text: `update api_pix_charges set leased_until = $5
    where merchant_id = $1 and environment = $2 and txid = $3
      and (leased_until is null or leased_until <= $4)
    returning txid`,
};
const REVISE = {
  name: 'api_pix_charges_revise',
  text: `update api_pix_charges set revision = $4, terms = $5
    where merchant_id = $1 and environment = $2 and txid = $3`,
};
const RELEASE = {
  name: 'api_pix_charges_release',
  text: `update api_pix_charges set leased_until = null
    where merchant_id = $1 and environment = $2 and txid = $3`,
};
const ERASE = {
  name: 'api_pix_charges_erase',
  text: `update api_pix_charges t
    set terms = (t.terms::jsonb - 'solicitacaoPagador' - 'infoAdicionais'
      #- '{cycle,information}' #- '{cycle,debtor}')::json
    from charges c
    where c.merchant_id = $1 and c.environment = $2 and c.id = any($3::uuid[])
      and t.merchant_id = $1 and t.environment = $2
      and t.txid in (c.external_id, replace(c.id::text, '-', '')) and t.charge_id = c.id`,
};

interface TxidRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly txid: string;
  readonly charge_id: string;
  readonly revision: bigint;
  readonly terms: StandardTerms;
  readonly location_id: bigint | null;
  readonly has_location: boolean;
}

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
    .map(({ id, terms, locationId, ...key }) => ({
      ...keyRow(key),
      charge_id: id,
      terms,
      location_id: locationId,
    }));
  const keys = claims.map(({ id, batchId, ...key }) => ({
    ...keyRow(key),
    charge_id: id,
    batch_id: batchId ?? null,
  }));
  const [ofLots, claimed] = await Promise.all([
    tx.query<{ charge_id: string }>(SELECT_OF_LOTS, [JSON.stringify(keys)]),
    tx.query<{ charge_id: string }>(CLAIM, [JSON.stringify(rows)]),
  ]);
  const refused = new Set(ofLots.map((row) => row.charge_id));
  freeTxidRows(
    tx,
    claims.filter(({ id }) => refused.has(id)),
  );
  return new Set(claimed.map((row) => row.charge_id).filter((id) => !refused.has(id)));
}

/** The charges of txids, in no order; unknown ones are omitted. */
export async function selectTxids(
  database: Queryable,
  keys: readonly TxidKey[],
): Promise<TxidOfCharge[]> {
  if (keys.length === 0) return [];
  const rows = await database.query<TxidRow>(SELECT, [JSON.stringify(keys.map(keyRow))]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    txid: row.txid,
    chargeId: row.charge_id,
    revision: Number(row.revision),
    terms: row.terms,
    locationId: row.location_id === null ? null : Number(row.location_id),
    hasLocation: row.has_location,
  }));
}

/** Sends the delete of the txids of charges that were not made; the commit waits for it. */
export function freeTxidRows(
  tx: Transaction,
  charges: readonly (TransactionKey & { readonly txid: string })[],
): void {
  if (charges.length === 0) return;
  const rows = charges.map(({ id, ...key }) => ({ ...keyRow(key), charge_id: id }));
  tx.send(FREE, [JSON.stringify(rows)]);
}

/** Leases a charge to a change of its location; false while another one has it. */
export async function leaseTxid(
  tx: Transaction,
  { merchantId, environment, txid }: TxidKey,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<boolean> {
  return (await tx.query(LEASE, [merchantId, environment, txid, at, until])).length === 1;
}

/** Sends the end of a lease without a change. */
export function releaseTxid(tx: Transaction, { merchantId, environment, txid }: TxidKey): void {
  tx.send(RELEASE, [merchantId, environment, txid]);
}

/** Sends the new terms of a charge. */
export function reviseTxid(
  tx: Transaction,
  { merchantId, environment, txid }: TxidKey,
  { revision, terms }: Pick<TxidOfCharge, 'revision' | 'terms'>,
): void {
  tx.send(REVISE, [merchantId, environment, txid, revision, JSON.stringify(terms)]);
}

/** Sends the update that removes the texts of charges, which may name a person. */
export function eraseTexts(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): void {
  tx.send(ERASE, [merchantId, environment, chargeIds]);
}

function keyRow({ merchantId, environment, txid }: TxidKey) {
  return { merchant_id: merchantId, environment, txid };
}
