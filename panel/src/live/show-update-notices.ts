import { notifications } from '@mantine/notifications';
import { formatMoney } from '#panel/components/format.ts';
import { texts } from '#texts/live.ts';
import type { LiveUpdate } from './live-update.ts';

/** The maximum number of notices for one group of updates. */
const NOTICES_MAX = 3;

const NOTICES: Readonly<
  Record<string, { title: string; hint: (amount: string) => string; color: string }>
> = {
  'charge.paid': { title: texts.chargePaid, hint: texts.chargePaidHint, color: 'teal' },
  'split.received': { title: texts.splitReceived, hint: texts.splitReceivedHint, color: 'teal' },
  'transfer.received': {
    title: texts.transferReceived,
    hint: texts.transferReceivedHint,
    color: 'teal',
  },
  'charge.refunded': {
    title: texts.chargeRefunded,
    hint: texts.chargeRefundedHint,
    color: 'teal',
  },
  'charge.refund.failed': {
    title: texts.refundFailed,
    hint: () => texts.refundFailedHint,
    color: 'red',
  },
  'payout.paid': { title: texts.payoutPaid, hint: texts.payoutPaidHint, color: 'teal' },
  'dispute.opened': {
    title: texts.disputeOpened,
    hint: texts.disputeOpenedHint,
    color: 'red',
  },
  'payout.failed': { title: texts.payoutFailed, hint: texts.payoutFailedHint, color: 'red' },
};

/** Shows a notice about money that came in or went out while the page was open. */
export function showUpdateNotices(updates: readonly LiveUpdate[]): void {
  const told = updates.flatMap(({ kind, id, amount, is_earlier: isEarlier }) => {
    const notice = isEarlier ? undefined : NOTICES[kind];
    return notice && amount !== null ? [{ ...notice, id: `${kind} ${id} ${amount}`, amount }] : [];
  });
  for (const { id, title, hint, color, amount } of told.slice(-NOTICES_MAX)) {
    notifications.show({ id, title, message: hint(formatMoney(amount)), color });
  }
}
