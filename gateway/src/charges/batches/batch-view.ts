import { isoTime } from '#src/ground/clock.ts';
import type { Language } from '#src/ground/http/language.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge } from '../charge.ts';
import { chargeCreated } from '../charge-view.ts';
import type { ChargeBatch, LineRefusal } from './charge-batch.ts';
import type { StoredLine } from './charge-line-store.ts';

/** A batch as the API shows it. */
export function batchView(batch: ChargeBatch) {
  const { lineCount, createdCount, refusedCount } = batch;
  return {
    id: batch.id,
    external_id: batch.externalId,
    status: batch.status,
    amount: centavosToJson(batch.total),
    count: lineCount,
    created_count: createdCount,
    refused_count: refusedCount,
    open_count: lineCount - createdCount - refusedCount,
    created_at: isoTime(batch.createdAt),
    completed_at: batch.completedAt === null ? null : isoTime(batch.completedAt),
    waiting_for_bank_since: batch.waitingSince === null ? null : isoTime(batch.waitingSince),
  };
}

/** A batch as its creation answered it, also if its state has changed since. */
export function createdBatchView(batch: ChargeBatch) {
  return batchView({
    ...batch,
    status: 'processing',
    createdCount: 0,
    refusedCount: batch.invalidCount,
    completedAt: null,
    waitingSince: null,
  });
}

/** A line of a batch with its charge, if it has one. */
export interface LineWithCharge {
  readonly line: StoredLine;
  readonly charge: Charge | undefined;
}

/** A line as the API shows it; `now` in milliseconds. */
export function itemView(
  { line, charge }: LineWithCharge,
  { language, now }: { readonly language: Language; readonly now: number },
) {
  return {
    index: line.line,
    installment: line.part,
    status: line.status === 'registering' ? ('open' as const) : line.status,
    charge: charge ? { ...chargeCreated(charge, now), payment_url: `/pagar/${charge.id}` } : null,
    refusal: line.refusal && refusalView(line.refusal, language),
  };
}

/** A refusal in the language of its reader. */
export function refusalView({ code, message, fields }: LineRefusal, language: Language) {
  return {
    code,
    message: message[language],
    fields: fields.map((fault) => ({ field: fault.field, message: fault.message[language] })),
  };
}
