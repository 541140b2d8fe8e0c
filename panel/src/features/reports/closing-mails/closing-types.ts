import type { Answer } from '#panel/api/answer.ts';
import { texts } from '#texts/closings.ts';

export const CLOSING_MAILS = '/api/panel/closing-mails';

type ClosingMails = Answer<typeof CLOSING_MAILS>;
export type ClosingFormat = ClosingMails['formats'][number];
export type ClosingRecipient = ClosingMails['data'][number];
export type ClosingPeriod = ClosingRecipient['periods'][number];

export const FORMATS = Object.keys(texts.formatNames) as ClosingFormat[];
export const PERIODS = Object.keys(texts.periodNames) as ClosingPeriod[];
