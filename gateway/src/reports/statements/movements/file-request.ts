import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Language } from '#src/ground/http/language.ts';
import { CSV_TYPE } from '#src/ground/http/send-attachment.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import type { parsePeriod } from '../statement-period.ts';

/** The files for accountants: movements in three formats, totals of days, and the closing. */
export const MOVEMENT_FILES = {
  csv: { type: CSV_TYPE, name: 'movimentos', ending: 'csv' },
  days_csv: { type: CSV_TYPE, name: 'totais-por-dia', ending: 'csv' },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: 'movimentos',
    ending: 'xlsx',
  },
  ofx: { type: 'application/x-ofx', name: 'movimentos', ending: 'ofx' },
  pdf: { type: 'application/pdf', name: 'fechamento', ending: 'pdf' },
} as const;

export type MovementFormat = keyof typeof MOVEMENT_FILES;

export interface FileRequest extends ReturnType<typeof parsePeriod> {
  readonly format: MovementFormat;
  readonly merchant: Pick<Merchant, 'username' | 'name' | 'document'>;
  /** The platform's name. */
  readonly productName: string;
  readonly readPaperBrand: () => Promise<PaperBrand>;
  readonly now: number;
  /** The language of columns and labels; OFX is always Portuguese. */
  readonly language: Language;
}
