import type { NoticeHandlers } from '#src/bank/callback-notices.ts';
import { syncCyclesNow } from './live/cycles/sync-cycles.ts';
import { syncRecurrencesNow } from './live/recurrences/sync-recurrences.ts';

/** The handlers of notices that name authorizations and cycles. */
export const subscriptionsNotices = {
  recurrence: (deps, notices) =>
    syncRecurrencesNow(
      deps,
      notices.map(({ id }) => id),
    ),
  cycle: (deps, notices) =>
    syncCyclesNow(
      deps,
      notices.map(({ txid }) => txid),
    ),
} satisfies Partial<NoticeHandlers>;
