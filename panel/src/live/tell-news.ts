import { notifications } from '@mantine/notifications';
import { formatMoney } from '#panel/components/format.ts';
import { texts } from '#panel/texts/texts.ts';
import type { News } from './use-live-updates.ts';

const words = texts.transactions.live;
/** A shop that is busy must not be buried in notices. */
const NOTICES_MAX = 3;

const NOTICES: Readonly<
  Record<string, { title: string; hint: (amount: string) => string; color: string }>
> = {
  'charge.paid': { title: words.chargePaid, hint: words.chargePaidHint, color: 'teal' },
  'split.received': { title: words.splitReceived, hint: words.splitReceivedHint, color: 'teal' },
  'transfer.received': {
    title: words.transferReceived,
    hint: words.transferReceivedHint,
    color: 'teal',
  },
  'charge.refunded': {
    title: words.chargeRefunded,
    hint: words.chargeRefundedHint,
    color: 'teal',
  },
  'payout.paid': { title: words.payoutPaid, hint: words.payoutPaidHint, color: 'teal' },
  'payout.failed': { title: words.payoutFailed, hint: words.payoutFailedHint, color: 'red' },
};

/** Says quietly that money came or went. */
export function tellNews(news: readonly News[]): void {
  const told = news.flatMap(({ kind, id, amount }) => {
    const notice = NOTICES[kind];
    return notice && amount !== null ? [{ ...notice, id: `${kind} ${id}`, amount }] : [];
  });
  for (const { id, title, hint, color, amount } of told.slice(-NOTICES_MAX)) {
    notifications.show({ id, title, message: hint(formatMoney(amount)), color });
  }
}
