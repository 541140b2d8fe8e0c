import type { Centavos } from '#src/ground/money/centavos.ts';

/** The kinds of things that an alert is about. */
export const ITEM_KINDS = [
  'payout',
  'refund',
  'charge_batch',
  'incoming_payment',
  'dispute',
  'reconciled_day',
  'ledger_rule',
] as const;

/** The bank's last answer about an item. */
export const BANK_WORDS = [
  'not_sent',
  'no_answer',
  'in_progress',
  'received',
  'waits_for_defense',
  'differs',
] as const;

/** Facts about an alert as a whole. The panel knows how to show each. */
export const FACT_NAMES = [
  'owed',
  'at_bank',
  'bank_day',
  'bank_said',
  'bank_failure',
  'bank_failures',
  'booked_until',
  'verification',
  'verified_at',
  'waiting',
  'running',
  'workers',
  'backup',
  'backup_at',
  'failed_file',
  'failed_at',
  'archived_at',
  'reached_at',
  'restored_at',
] as const;

export type BankWord = (typeof BANK_WORDS)[number];

/** One thing that an operator must look at. Instants in milliseconds since 1970. */
export interface AlertItem {
  readonly kind: (typeof ITEM_KINDS)[number];
  /** The id by which the item is found here, or the day, or the rule. */
  readonly id: string;
  readonly username?: string;
  readonly amount?: Centavos;
  /** When it began, or its deadline. */
  readonly at?: number;
  readonly bank?: BankWord;
  /** When an order was last sent, or a day last compared. */
  readonly bankAt?: number;
  readonly endToEndId?: string;
  readonly chargeId?: string;
  /** Discrepancies of a day, or differences of a rule. */
  readonly count?: number;
}

/** A text, a count or an amount in centavos; an instant is ISO 8601. */
export interface AlertFact {
  readonly name: (typeof FACT_NAMES)[number];
  readonly value: string | number;
}

/** The facts with which an operator solves an alert. */
export interface AlertEvidence {
  readonly facts: readonly AlertFact[];
  readonly items: readonly AlertItem[];
}

export const NO_EVIDENCE: AlertEvidence = { facts: [], items: [] };

/** The facts whose value is known. */
export function factsOf(
  values: Partial<Record<AlertFact['name'], string | number | undefined>>,
): AlertFact[] {
  return FACT_NAMES.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, value }];
  });
}
