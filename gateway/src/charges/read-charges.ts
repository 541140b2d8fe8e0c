import type { Queryable } from '#src/ground/database/database.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type Charge, type ChargeSplit, type TransactionKey, textsOf } from './charge.ts';
import { type SplitRow, selectSplits } from './charge-split-store.ts';
import { type ChargeRow, selectCharges } from './charge-store.ts';
import { termsFromJson } from './due/due-terms.ts';

/** Reads charges with their shares, in no order; unknown ones are omitted. */
export async function readCharges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<Charge[]> {
  return withSplits(database, await selectCharges(database, keys));
}

/** The charge of a row and its shares. */
export function chargeFromRow(row: ChargeRow, splits: readonly SplitRow[]): Charge {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    externalId: row.external_id,
    status: row.status,
    amount: centavos(row.amount_centavos),
    ...(row.expected_centavos !== null && { expected: centavos(row.expected_centavos) }),
    ...(row.expected_fee_centavos !== null && { expectedFee: centavos(row.expected_fee_centavos) }),
    fee: centavos(row.fee_centavos),
    ...textsOf(row),
    payer: { name: row.payer_name, document: row.payer_document, email: row.payer_email },
    utm: row.utm,
    qrcode: row.qrcode,
    webhookUrl: row.webhook_url,
    clientId: row.client_id,
    linkId: row.payment_link_id,
    renewal:
      row.renewed_from === null
        ? null
        : { from: row.renewed_from, number: Number(row.renewal_number) },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    endToEndId: row.end_to_end_id,
    refunded: centavos(row.refunded_centavos),
    refundCount: Number(row.refund_count),
    disputed: centavos(row.disputed_centavos),
    disputeCount: Number(row.dispute_count),
    due: row.due && termsFromJson(row.due),
    splits: splits.map(splitFromRow),
  };
}

/** The share of a row. */
export function splitFromRow(split: SplitRow): ChargeSplit {
  return {
    recipientId: split.recipient_id,
    username: split.username,
    rate: split.basis_points === null ? null : basisPoints(split.basis_points),
    amount: centavos(split.amount_centavos),
    status: split.status,
    disputed: centavos(split.disputed_centavos),
  };
}

/**
 * Reads the shares of charges, and returns the charges in the order of their rows. A charge may
 * come more than once: it may be on pages of several callers.
 */
export async function withSplits(
  database: Queryable,
  rows: readonly ChargeRow[],
): Promise<Charge[]> {
  const splitCharges = new Map(
    rows.filter((row) => row.split_count > 0n).map((row) => [row.id, keyOfRow(row)]),
  );
  const splits =
    splitCharges.size > 0 ? await selectSplits(database, [...splitCharges.values()]) : [];
  const byCharge = Map.groupBy(splits, (split) => split.charge_id);
  return rows.map((row) => chargeFromRow(row, byCharge.get(row.id) ?? []));
}

/** The key of a charge's row. */
export function keyOfRow(row: ChargeRow): TransactionKey {
  return { merchantId: row.merchant_id, environment: row.environment, id: row.id };
}

/** Reads the copy-and-paste codes of charges; undefined for an unknown charge. */
export async function readCodes(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<readonly BatchResult<string | undefined>[]> {
  const rows = await selectCharges(database, keys);
  const codes = new Map(
    rows.map((row) => [`${row.merchant_id} ${row.environment} ${row.id}`, row]),
  );
  return keys.map(({ merchantId, environment, id }) => ({
    value: codes.get(`${merchantId} ${environment} ${id}`)?.qrcode,
  }));
}
