import { isoTime } from '#src/ground/clock.ts';
import type { Language } from '#src/ground/http/language.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { StatementEntry } from './statement.ts';
import { labelOfKind } from './texts/entry-labels.ts';

/** An entry in answers, without names of payers and beneficiaries. */
export function entryView(entry: StatementEntry, language: Language = 'pt-BR') {
  return {
    sequence: Number(entry.sequence),
    kind: entry.kind,
    label: labelOfKind(entry.kind, language),
    reference_id: entry.referenceId,
    transaction_id: entry.subject?.transactionId ?? null,
    external_id: entry.subject?.externalId ?? null,
    amount: amountToJson(entry.amount),
    balance_after: amountToJson(entry.balanceAfter),
    created_at: isoTime(entry.createdAt),
  };
}

export function amountToJson(amount: bigint): number {
  return centavosToJson(centavos(amount));
}
