import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  param,
  paramsOf,
  rowsOf,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import {
  type Centavos,
  centavos,
  centavosToJson,
  sumCentavos,
} from '#src/ground/money/centavos.ts';
import type { Charge, Payer, TransactionKey } from '../charge.ts';
import { CHARGE_KEY } from '../charge-store.ts';
import type { EarlierFields, StandardFields, StandardTerms } from '../standard-charge.ts';

/** Stored fields; those of an erased payer are missing. */
interface StoredFields {
  readonly amount: number;
  readonly expiresInSeconds: number;
  readonly fee: number;
  readonly qrcode: string;
  readonly payer?: Payer;
  readonly terms?: StandardTerms;
}

const FIELDS = { fields: f.json<StoredFields>() };
const CHARGE = {
  amount: f.centavos,
  fee: f.centavos,
  sharesSum: f.centavos,
  payerName: f.text,
  payerDocument: f.text,
  payerEmail: f.orNull(f.text),
  qrcode: f.text,
  expiresAt: f.instant,
  description: f.orNull(f.text),
};
const SHARE = {
  ...f.SCOPE,
  chargeId: f.uuid,
  recipientId: f.uuid,
  amount: f.centavos,
};

const $ = paramsOf({
  ...CHARGE_KEY,
  ...FIELDS,
  ...CHARGE,
  revision: f.count,
  replacedAt: f.instant,
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

const insertRow = send(
  'api_pix_revisions_insert',
  sql`insert into api_pix_revisions
      (merchant_id, environment, charge_id, revision, fields, replaced_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.revision}, ${$.fields},
      ${$.replacedAt})`,
);

/** The fields that a charge had in an earlier revision; undefined for an unknown one. */
export const selectEarlier = maybeOne(
  'api_pix_revisions_select',
  shaped(FIELDS, ({ fields: { amount, expiresInSeconds, payer, terms } }): EarlierFields => {
    return { amount: centavos(amount), expiresInSeconds, payer, terms };
  }),
  sql`select fields from api_pix_revisions
    where ${OF_SCOPE} and charge_id = ${$.id} and revision = ${$.revision}`,
);

const selectFirst = many(
  'api_pix_revisions_select_first',
  { id: f.uuid, ...FIELDS },
  sql`select r.charge_id as id, r.fields from ${rowsOf('keys', 'key', CHARGE_KEY)}
    join api_pix_revisions r on (r.merchant_id, r.environment, r.charge_id, r.revision)
      = (key.merchant_id, key.environment, key.id, 0)`,
);

/** Sends the update that removes payers and texts from earlier revisions of charges. */
export const eraseRevisions = send(
  'api_pix_revisions_erase',
  sql`update api_pix_revisions
    set fields = (fields::jsonb - 'payer' - 'terms')::json
    where ${OF_SCOPE} and charge_id = any(${param('chargeIds', f.listOf(f.uuid))}::uuid[])`,
);

const reviseCharge = send(
  'charges_revise',
  sql`update charges set amount_centavos = ${$.amount}, fee_centavos = ${$.fee},
      shares_centavos = ${$.sharesSum}, payer_name = ${$.payerName},
      payer_document = ${$.payerDocument}, payer_email = ${$.payerEmail}, qrcode = ${$.qrcode},
      expires_at = ${$.expiresAt}, description = ${$.description},
      due_at = case when due_at = 'infinity' then due_at
        when is_simulated then least(due_at, ${$.expiresAt}) else ${$.expiresAt} end
    where ${OF_SCOPE} and id = ${$.id}`,
);

const reviseShares = send(
  'charge_splits_revise',
  sql`update charge_splits s set amount_centavos = row.amount
    from ${rowsOf('shares', 'row', SHARE)}
    where (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
      = (row.merchant_id, row.environment, row.charge_id, row.recipient_id)`,
);

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
  const { revision, replacedAt } = earlier;
  insertRow(tx, { merchantId, environment, id, revision, fields, replacedAt });
}

export interface FirstAnswered extends Pick<Charge, 'amount' | 'fee' | 'qrcode'> {
  readonly expiresInSeconds: number;
}

/** The creation answers of charges that were revised since, by their ids. */
export async function selectFirstAnswered(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, FirstAnswered>> {
  return new Map(
    (await selectFirst(database, { keys })).map(
      ({ id, fields: { amount, fee, qrcode, expiresInSeconds } }) => [
        id,
        { amount: centavos(amount), fee: centavos(fee), qrcode, expiresInSeconds },
      ],
    ),
  );
}

/** The new columns of a revised charge. Instants in milliseconds. */
export interface RevisedColumns {
  readonly amount: Centavos;
  readonly fee: Centavos;
  readonly payer: Payer;
  readonly qrcode: string;
  readonly description: string | null;
  readonly expiresAt: number;
  readonly shares: readonly { readonly recipientId: string; readonly amount: Centavos }[];
}

/** Sends the updates of a charge, which the caller has locked, and of its shares. */
export function writeRevision(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { amount, fee, payer, qrcode, description, expiresAt, shares }: RevisedColumns,
): void {
  reviseCharge(tx, {
    merchantId,
    environment,
    id,
    amount,
    fee,
    sharesSum: sumCentavos(shares.map((share) => share.amount)),
    payerName: payer.name,
    payerDocument: payer.document,
    payerEmail: payer.email,
    qrcode,
    expiresAt,
    description,
  });
  const rows = shares.map((share) => ({
    merchantId,
    environment,
    chargeId: id,
    recipientId: share.recipientId,
    amount: share.amount,
  }));
  if (rows.length > 0) reviseShares(tx, { shares: rows });
}
