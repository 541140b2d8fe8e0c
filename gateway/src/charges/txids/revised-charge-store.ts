import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import type { Payer, TransactionKey } from '../charge.ts';
import { CHARGE_KEY } from '../charge-store.ts';

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
  ...CHARGE,
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

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
