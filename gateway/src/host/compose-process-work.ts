import { callbackReads } from '#src/api-pix/webhooks/callback-reads.ts';
import type { NoticeHandlers } from '#src/bank/callback-notices.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { startDueCharges } from '#src/charges/work.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import { startCallbacks } from '#src/incoming/work.ts';
import { moneyOutNotices } from '#src/money-out/work.ts';
import { subscriptionsNotices } from '#src/subscriptions/work.ts';
import { startDeliveries } from '#src/webhooks/work.ts';
import type { AppContext } from './context.ts';

const noticeHandlers: NoticeHandlers = { ...moneyOutNotices, ...subscriptionsNotices };

/** Starts the work that the processes of a machine share: each of them claims its rows. */
export function composeProcessWork(
  appContext: AppContext,
  bank: LiveBank | undefined,
): RunningWork[] {
  return [
    startDeliveries(appContext, { hold: holdUntilConfirmed, callbackReads }),
    startDueCharges(appContext),
    ...(bank ? [startCallbacks(appContext, bank, noticeHandlers)] : []),
  ];
}
