import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, Payer, TransactionKey } from '../charge.ts';
import { KEY_COLUMNS, keyRow } from '../charge-store.ts';
import type { EarlierFields, StandardFields, StandardTerms } from '../standard-charge.ts';

const INSERT = {
  name: 'api_pix_revisions_insert',
  text: `insert into api_pix_revisions
      (merchant_id, environment, charge_id, revision, fields, replaced_at)
    values ($1, $2, $3, $4, $5, $6)`,
};
const SELECT = {
  name: 'api_pix_revisions_select',
  text: `select fields from api_pix_revisions
    where merchant_id = $1 and environment = $2 and charge_id = $3 and revision = $4`,
};
const SELECT_FIRST = {
  name: 'api_pix_revisions_select_first',
  text: `select r.charge_id as id, r.fields from json_to_recordset($1) as key (${KEY_COLUMNS})
    join api_pix_revisions r on (r.merchant_id, r.environment, r.charge_id, r.revision)
      = (key.merchant_id, key.environment, key.id, 0)`,
};
const ERASE = {
  name: 'api_pix_revisions_erase',
  text: `update api_pix_revisions
    set fields = (fields::jsonb - 'payer' - 'terms')::json
    where merchant_id = $1 and environment = $2 and charge_id = any($3::uuid[])`,
};
const REVISE_CHARGE = {
  name: 'charges_revise',
  text: `update charges set amount_centavos = $4, fee_centavos = $5, shares_centavos = $6,
      payer_name = $7, payer_document = $8, payer_email = $9, qrcode = $10, expires_at = $11,
      description = $12,
      due_at = case when due_at = 'infinity' then due_at
        when is_simulated then least(due_at, $11) else $11 end
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const REVISE_SHARES = {
  name: 'charge_splits_revise',
  text: `update charge_splits s set amount_centavos = row.amount
    from json_to_recordset($1) as row (merchant_id uuid, environment text, charge_id uuid,
      recipient_id uuid, amount bigint)
    where (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
      = (row.merchant_id, row.environment, row.charge_id, row.recipient_id)`,
};

/** Stored fields; those of an erased payer are missing. */
interface StoredFields {
  readonly amount: number;
  readonly expiresInSeconds: number;
  readonly fee: number;
  readonly qrcode: string;
  readonly payer?: Payer;
  readonly terms?: StandardTerms;
}

/** Sends the insert of the fields that a revision replaces; the commit waits for it. */
export function insertEarlier(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  earlier: {
    readonly revision: number;
    readonly fields: StandardFields;
    /** The answer of the creation, which a repeat under its key gets again. */
    readonly answered: Pick<Charge, 'fee' | 'qrcode'>;
    readonly replacedAt: number;
  },
): void {
  const { amount, expiresInSeconds, payer, terms } = earlier.fields;
  const { fee, qrcode } = earlier.answered;
  const fields: StoredFields = {
    amount: centavosToJson(amount),
    fee: centavosToJson(fee),
    qrcode,
    expiresInSeconds,
    payer,
    terms,
  };
  const at = new Date(earlier.replacedAt);
  tx.send(INSERT, [merchantId, environment, id, earlier.revision, JSON.stringify(fields), at]);
}

/** The fields that a charge had in an earlier revision. */
export async function selectEarlier(
  database: Queryable,
  { merchantId, environment, id }: TransactionKey,
  revision: number,
): Promise<EarlierFields | undefined> {
  const values = [merchantId, environment, id, revision];
  const [row] = await database.query<{ fields: StoredFields }>(SELECT, values);
  if (!row) return undefined;
  const { amount, expiresInSeconds, payer, terms } = row.fields;
  return { amount: centavos(amount), expiresInSeconds, payer, terms };
}

/** The creation answers of charges that were revised since, by their ids. */
export async function selectFirstAnswered(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, FirstAnswered>> {
  const values = [JSON.stringify(keys.map(keyRow))];
  const rows = await database.query<{ id: string; fields: StoredFields }>(SELECT_FIRST, values);
  return new Map(
    rows.map(({ id, fields: { amount, fee, qrcode, expiresInSeconds } }) => [
      id,
      { amount: centavos(amount), fee: centavos(fee), qrcode, expiresInSeconds },
    ]),
  );
}

export interface FirstAnswered extends Pick<Charge, 'amount' | 'fee' | 'qrcode'> {
  readonly expiresInSeconds: number;
}

/** Sends the update that removes payers and texts from earlier revisions of charges. */
export function eraseRevisions(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): void {
  tx.send(ERASE, [merchantId, environment, chargeIds]);
}

/** The new columns of a revised charge. Amounts in centavos, instants in milliseconds. */
export interface RevisedColumns {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly payer: Payer;
  readonly qrcode: string;
  readonly description: string | null;
  readonly expiresAt: number;
  readonly shares: readonly { readonly recipientId: string; readonly amount: bigint }[];
}

/** Sends the updates of a charge, which the caller has locked, and of its shares. */
export function writeRevision(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { amount, fee, payer, qrcode, description, expiresAt, shares }: RevisedColumns,
): void {
  const sum = shares.reduce((total, share) => total + share.amount, 0n);
  tx.send(REVISE_CHARGE, [
    merchantId,
    environment,
    id,
    amount,
    fee,
    sum,
    payer.name,
    payer.document,
    payer.email,
    qrcode,
    new Date(expiresAt),
    description,
  ]);
  const rows = shares.map((share) => ({
    merchant_id: merchantId,
    environment,
    charge_id: id,
    recipient_id: share.recipientId,
    amount: share.amount.toString(),
  }));
  if (rows.length > 0) tx.send(REVISE_SHARES, [JSON.stringify(rows)]);
}
