import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { StatusPart } from '../incident.ts';
import type { Status } from '../read-status.ts';
import { failedShare, type Measures, partStates } from '../status.ts';
import type { StatusFrame } from './status-frame.ts';
import { type StatusTexts, statusTexts } from './status-texts.ts';

const FRACTION_DIGITS = 1;

type MeasureText = (measures: Measures, texts: StatusTexts, language: string) => string;

const TEXTS: Readonly<Record<StatusPart, MeasureText>> = {
  api: ({ api, isDatabaseUp }, texts, language) => {
    if (!isDatabaseUp) return texts.databaseDown;
    const share = failedShare(api);
    if (share === undefined) return texts.apiQuiet;
    return share === 0 ? texts.apiFine : texts.apiFailed(percentOf(share, language));
  },
  payments: ({ paymentsBehindSeconds: behind }, texts) =>
    behind === undefined ? texts.notMeasured : texts.payments(durationOf(behind, texts)),
  payouts: ({ stuckPayouts, arePayoutsStopped }, texts) => {
    if (arePayoutsStopped) return texts.payoutsStopped;
    if (stuckPayouts === undefined) return texts.notMeasured;
    return stuckPayouts > 0 ? texts.payoutsLate : texts.payoutsFine;
  },
  webhooks: ({ oldestWebhookSeconds: oldest, hasWorkers }, texts) => {
    if (hasWorkers === false) return texts.webhooksStopped;
    if (oldest === undefined) return texts.notMeasured;
    const isLate = oldest >= MINUTE_MS / SECOND_MS;
    return isLate ? texts.webhooksLate(durationOf(oldest, texts)) : texts.webhooksFine;
  },
};

/** The measurement of a part, in words. */
export function measureText(
  { language, hasBank }: StatusFrame,
  { measures, states }: Status,
  part: StatusPart,
): string {
  const texts = statusTexts[language];
  // The measure would contradict what an operator wrote.
  if (states[part] !== partStates(measures)[part]) return texts.seeIncident;
  if (!hasBank && (part === 'payments' || part === 'payouts')) return texts.noBank;
  return TEXTS[part](measures, texts, language);
}

function durationOf(seconds: number, texts: StatusTexts): string {
  const ms = seconds * SECOND_MS;
  if (ms < MINUTE_MS) return texts.underMinute;
  if (ms < HOUR_MS) return texts.minutes(Math.floor(ms / MINUTE_MS));
  return texts.hours(Math.floor(ms / HOUR_MS));
}

function percentOf(share: number, language: string): string {
  const format = { style: 'percent', maximumFractionDigits: FRACTION_DIGITS } as const;
  return new Intl.NumberFormat(language, format).format(share);
}
