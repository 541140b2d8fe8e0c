import { isoTime } from '#src/ground/clock.ts';
import type { ClosingRecipient } from './closing-mail.ts';

/** An address as the API and the panel show it. */
export function recipientView({ id, email, language, periods, ...times }: ClosingRecipient) {
  const { confirmedAt, nextAt } = times;
  return {
    id,
    email,
    language,
    periods: [...periods],
    confirmed_at: confirmedAt === null ? null : isoTime(confirmedAt),
    next_at: nextAt === null ? null : isoTime(nextAt),
  };
}
