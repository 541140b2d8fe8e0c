import * as f from '#src/ground/database/fields.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { ClosingPeriod } from './closing-period.ts';

/** The files of a closing that are mailed, in the order in which they are attached. */
export const CLOSING_FORMATS = ['pdf', 'xlsx', 'csv', 'ofx'] as const;
export type ClosingFormat = (typeof CLOSING_FORMATS)[number];

/** The files of a merchant that has chosen none. */
export const DEFAULT_FORMATS: readonly ClosingFormat[] = ['pdf', 'xlsx'];

/** The most addresses of a merchant. */
export const RECIPIENTS_MAX = 10;

/** A recipient of a merchant. */
export interface RecipientKey {
  readonly merchantId: string;
  readonly id: string;
}

/** An address that gets the closings of a merchant. */
export interface ClosingRecipient {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly periods: readonly ClosingPeriod[];
  /** When the last link to confirm was mailed. */
  readonly invitedAt: number;
  /** Null until the address has confirmed. */
  readonly confirmedAt: number | null;
  /** When its next closing is mailed; null until the address has confirmed. */
  readonly nextAt: number | null;
}

export const DUE_MAILING = {
  merchantId: f.uuid,
  recipientId: f.inColumn('address_id', f.uuid),
  period: f.textOf<ClosingPeriod>(),
  firstDay: f.day,
};
/** A period of a recipient whose closing is due. */
export type DueMailing = f.RecordOf<typeof DUE_MAILING>;
