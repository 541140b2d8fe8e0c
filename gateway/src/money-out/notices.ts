import type { NoticeHandlers } from '#src/bank/callback-notices.ts';
import { checkReportedPayoutsNow } from './payouts/send-live-payouts.ts';
import { checkReportedRefundsNow } from './refunds/send-live-refunds.ts';

/** The handlers of notices that name payouts and refunds. */
export const moneyOutNotices = {
  payout: (deps, notices) =>
    checkReportedPayoutsNow(
      deps,
      notices.map(({ id }) => id),
    ),
  refund: checkReportedRefundsNow,
} satisfies Partial<NoticeHandlers>;
