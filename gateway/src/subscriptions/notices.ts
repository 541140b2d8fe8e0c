import type { NoticeHandlers } from '#src/bank/callback-notices.ts';
import { lookAtCycles } from './live/cycles/look-at-cycles.ts';
import { lookAtRecurrencesNow } from './live/recurrences/look-at-recurrences.ts';

/** The handlers of notices that name authorizations and cycles. */
export const subscriptionsNotices = {
  recurrence: (deps, notices) =>
    lookAtRecurrencesNow(
      deps,
      notices.map(({ id }) => id),
    ),
  cycle: (deps, notices) =>
    lookAtCycles(
      deps,
      notices.map(({ txid }) => txid),
    ),
} satisfies Partial<NoticeHandlers>;
