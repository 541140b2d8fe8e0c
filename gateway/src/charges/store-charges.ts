import type { Actor } from '#src/ground/access/actor.ts';
import { type AuditedResource, recordCreation } from '#src/ground/audit/record-creation.ts';
import { bindToClock, DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { textsOf } from './charge.ts';
import { insertSplits, type SplitRowToInsert } from './charge-split-store.ts';
import { insertCharges, type NewChargeRow } from './charge-store.ts';
import { type DueTerms, termsToJson } from './due/due-terms.ts';
import type { PlannedCharge } from './plan-charges.ts';

const CREATION = { action: 'charge.created' } as const;

/** The rows of a charge, without its code. A draft keeps them as JSON, with times as texts. */
export interface ChargeRows {
  readonly charge: Omit<NewChargeRow, 'qrcode' | 'shares_centavos'>;
  readonly splits: readonly SplitRowToInsert[];
}

/**
 * The rows of a charge. The simulator pays a charge of the sandbox `paymentDelaySeconds` after its
 * creation.
 */
export function rowsOf(
  charge: PlannedCharge,
  { isSandbox, paymentDelaySeconds }: { isSandbox: boolean; paymentDelaySeconds: number },
): ChargeRows {
  // When the simulated payment would come after the expiry, the charge expires.
  const payableAt = charge.createdAt + paymentDelaySeconds * SECOND_MS;
  const isPaidInTime = isSandbox && payableAt < charge.expiresAt;
  const row = {
    merchant_id: charge.merchantId,
    environment: charge.environment,
    id: charge.id,
    external_id: charge.externalId,
    amount_centavos: centavosToJson(charge.amount),
    fee_centavos: centavosToJson(charge.fee),
    ...textsOf(charge),
    payer_name: charge.payer.name,
    payer_document: charge.payer.document,
    payer_email: charge.payer.email,
    utm: charge.utm,
    webhook_url: charge.webhookUrl,
    client_id: charge.clientId,
    split_count: charge.splits.length,
    created_at: new Date(charge.createdAt),
    expires_at: new Date(charge.expiresAt),
    due_at: new Date(isPaidInTime ? payableAt : charge.expiresAt),
    is_simulated: isSandbox,
    ...(charge.due && dueColumns(charge.due)),
    ...(charge.linkId !== null && { payment_link_id: charge.linkId }),
    ...(charge.renewal && {
      renewed_from: charge.renewal.from,
      renewal_number: charge.renewal.number,
    }),
  };
  return { charge: row, splits: splitRows(charge) };
}

/** A cycle of a subscription is in no list of due dates: its payer's bank knows it. */
function dueColumns(due: DueTerms) {
  return { due_on: due.cycle ? null : due.rules.dueDate, due: termsToJson(due) };
}

/** Sends the inserts of charges with their codes and shares; the commit waits for them. */
export function storeCharges(
  tx: Transaction,
  charges: readonly { readonly rows: ChargeRows; readonly code: string }[],
): void {
  if (charges.length === 0) return;
  const rows = charges
    .map(({ rows, code }) => ({
      ...rows.charge,
      ...(tx.testTime && { due_at: DUE_BY_CLOCK }),
      qrcode: code,
      shares_centavos: sharesCentavos(rows.splits),
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  insertCharges(tx, rows);
  bindToClock(
    tx,
    charges.map(({ rows: { charge } }) => ({
      merchantId: charge.merchant_id,
      kind: 'charge',
      id: charge.id,
      dueAt: new Date(charge.expires_at).getTime(),
    })),
  );
  insertSplits(
    tx,
    charges.map(({ rows }) => rows.splits),
  );
}

/** Records who created a charge at the panel. */
export function recordChargeCreation(
  tx: Transaction,
  by: Actor | null | undefined,
  charge: AuditedResource,
): void {
  recordCreation(tx, by, charge, CREATION);
}

function sharesCentavos(splits: readonly SplitRowToInsert[]): bigint {
  return splits.reduce((sum, { amount_centavos }) => sum + BigInt(amount_centavos), 0n);
}

function splitRows(charge: PlannedCharge): SplitRowToInsert[] {
  return charge.splits.map((split, position) => ({
    merchant_id: charge.merchantId,
    environment: charge.environment,
    charge_id: charge.id,
    position,
    recipient_id: split.recipientId,
    username: split.username,
    basis_points: split.rate?.toString() ?? null,
    amount_centavos: split.amount.toString(),
    external_id: charge.externalId,
    utm: charge.utm,
  }));
}
