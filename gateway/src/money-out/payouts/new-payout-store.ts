import { bindToClock, DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { Payout } from './payout.ts';

const INSERT = {
  name: 'payouts_insert',
  text: `insert into payouts (merchant_id, environment, id, external_id, status, amount_centavos,
      fee_centavos, pix_key, pix_key_type, beneficiary_name, beneficiary_document, webhook_url,
      created_at, due_at, client_id, limit_centavos, waits_until, is_counted,
      beneficiary_id, batch_id, batch_line, event_count)
    select merchant_id, environment, id, external_id, status, amount_centavos,
      fee_centavos, pix_key, pix_key_type, beneficiary_name, beneficiary_document, webhook_url,
      created_at, case status when 'pending' then due_at end,
      client_id, limit_centavos, waits_until, true, beneficiary_id,
      batch_id, batch_line,
      case status when 'awaiting_approval' then 1 else 0 end
    from json_to_recordset($1) as row (merchant_id uuid, environment text,
      id uuid, status text, external_id text, amount_centavos bigint, fee_centavos bigint,
      pix_key text, pix_key_type text, beneficiary_name text,
      beneficiary_document text, webhook_url text, created_at timestamptz, due_at timestamptz,
      client_id text, limit_centavos bigint, waits_until timestamptz, beneficiary_id uuid,
      batch_id uuid, batch_line bigint)`,
};

/** A payout to insert, due to be settled or sent at `dueAt`. */
export interface NewPayout {
  readonly payout: Payout;
  readonly dueAt: Date;
  /** The limit for one payout, in centavos; null is none. */
  readonly limit: Centavos | null;
  /** Until when it waits because its destination is new, in milliseconds. */
  readonly waitsUntil: number | null;
  /** The line of a batch that it is. */
  readonly ofBatch?: { readonly id: string; readonly line: number } | undefined;
}

/** Sends the insert of payouts. */
export function insertPayouts(tx: Transaction, payouts: readonly NewPayout[]): void {
  if (payouts.length === 0) return;
  const rows = payouts.map(({ payout, dueAt, limit, waitsUntil, ofBatch }) => ({
    merchant_id: payout.merchantId,
    environment: payout.environment,
    id: payout.id,
    status: payout.status,
    external_id: payout.externalId,
    amount_centavos: payout.amount.toString(),
    fee_centavos: payout.fee.toString(),
    pix_key: payout.pixKey,
    pix_key_type: payout.pixKeyType,
    beneficiary_name: payout.beneficiary.name,
    beneficiary_document: payout.beneficiary.document,
    beneficiary_id: payout.beneficiaryId,
    batch_id: ofBatch?.id ?? null,
    batch_line: ofBatch?.line ?? null,
    webhook_url: payout.webhookUrl,
    client_id: payout.clientId,
    created_at: new Date(payout.createdAt),
    due_at: tx.testTime ? DUE_BY_CLOCK : dueAt,
    limit_centavos: limit?.toString() ?? null,
    waits_until: waitsUntil === null ? null : new Date(waitsUntil),
  }));
  tx.send(INSERT, [JSON.stringify(rows)]);
  bindToClock(
    tx,
    payouts.map(({ payout: { merchantId, id, status }, dueAt }) => ({
      merchantId,
      kind: 'payout',
      id,
      dueAt: status === 'pending' ? dueAt.getTime() : null,
    })),
  );
}
