import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import type { Failure } from '../../failure-texts.ts';
import type { PayoutStatus } from '../payout.ts';

/** The limits of a batch's file. */
export const BATCH_BYTES_MAX = 256 * 1024;
export const BATCH_LINES_MAX = 1_000;
/** How many files that are not confirmed a merchant may have in one environment. */
export const UNCONFIRMED_BATCHES_MAX = 50;

export const batchStatuses = ['checked', 'awaiting_approval', 'released', 'rejected'] as const;

/**
 * `checked` becomes `released`: its payouts are created. With a rule of approvals it becomes
 * `awaiting_approval` first, then `released` or `rejected`.
 */
export type BatchStatus = (typeof batchStatuses)[number];

export const lineErrors = [
  'amount_invalid',
  'beneficiary_ambiguous',
  'columns_differ',
  'description_invalid',
  'description_too_long',
  'document_differs',
  'document_invalid',
  'external_id_invalid',
  'external_id_repeated',
  'external_id_reused',
  'key_missing',
  'key_type_invalid',
  'invalid_pix_key',
  'name_invalid',
  'name_missing',
  'beneficiary_not_saved',
  'payout_limit_exceeded',
  'provider_unavailable',
] as const;

/** The reason why a line can't be paid, so that its batch can't be confirmed. */
export type LineError = (typeof lineErrors)[number];

export const lineWarnings = ['paid_recently', 'repeated_in_file'] as const;

/** The reason why a person should check a line. It doesn't prevent the confirmation. */
export type LineWarning = (typeof lineWarnings)[number];

/** The fields of a line as texts, as the file or a correction says them. */
export interface TypedLine {
  readonly name: string;
  readonly document: string;
  readonly keyType: string;
  readonly key: string;
  readonly amount: string;
  readonly description: string;
  readonly externalId: string;
  /** True if its cells may be under the wrong columns of the header. */
  readonly isShifted: boolean;
}

/** A line of a batch; a field that could not be read is null. */
export interface BatchLine {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly name: string;
  readonly document: string | null;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType | null;
  /** In centavos. */
  readonly amount: number | null;
  readonly description: string | null;
  readonly externalId: string | null;
  readonly errors: readonly LineError[];
  readonly warnings: readonly LineWarning[];
  /** Absent in batches that older versions checked: such a line can't be corrected. */
  readonly typed?: TypedLine;
}

/** A file of payouts. Instants in milliseconds since 1970. */
export interface PayoutBatch extends LedgerScope {
  readonly id: string;
  readonly fileName: string;
  readonly status: BatchStatus;
  readonly lineCount: number;
  readonly errorCount: number;
  readonly total: Centavos;
  readonly fee: Centavos;
  readonly isRepeated: boolean;
  readonly isBalanceShort: boolean;
  readonly createdByName: string;
  readonly createdAt: number;
  readonly confirmedAt: number | null;
  /** The user who confirmed it, and may not approve it. */
  readonly confirmedBy: string | null;
  readonly expiresAt: number | null;
  readonly decidedByName: string | null;
  /** Why it was rejected, if the member said so. */
  readonly reason: string | null;
}

/** The payout of a line. */
export interface PayoutOfLine {
  readonly line: number;
  readonly id: string;
  readonly status: PayoutStatus;
  readonly failure: Failure | null;
  readonly endToEndId: string | null;
}

/** A batch with its lines and, if it is confirmed, their payouts. */
export interface BatchWithLines extends PayoutBatch {
  readonly lines: readonly BatchLine[];
  readonly payouts: readonly PayoutOfLine[];
}

/** How many warnings of a batch say that it, or a line of it, may have been paid before. */
export function countRepeats(
  isRepeated: boolean,
  lines: readonly Pick<BatchLine, 'warnings'>[],
): number {
  const paid = lines.filter(({ warnings }) => warnings.includes('paid_recently')).length;
  return paid + (isRepeated ? 1 : 0);
}
