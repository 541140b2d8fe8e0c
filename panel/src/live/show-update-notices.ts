import { formatCount, formatMoney } from '#panel/components/format.ts';
import { showNotice } from '#panel/components/notices.ts';
import { texts } from '#texts/live.ts';
import type { LiveUpdate } from './live-update.ts';

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

/** The amounts that the notices on the page tell of, by kind, and by what was changed. */
const told = new Map<string, ReadonlyMap<string, number>>();

/**
 * Shows a notice about money that came in or went out while the page was open: one for all updates
 * of a kind, as those of a batch. While it is shown, it counts the next ones too.
 */
export function showUpdateNotices(updates: readonly LiveUpdate[]): void {
  const toTell = updates.filter(({ kind, amount, is_earlier: isEarlier }) => {
    return !isEarlier && amount !== null && kind in NOTICES;
  });
  for (const [kind, group] of Map.groupBy(toTell, (update) => update.kind)) tell(kind, group);
}

function tell(kind: string, group: readonly LiveUpdate[]): void {
  const notice = NOTICES[kind];
  if (!notice) return;
  const shown = told.get(kind);
  // Refunds of a charge that ended together are told once, with their sum.
  const added = group.map(({ id, amount }) => [`${id} ${amount}`, amount ?? 0] as const);
  const amounts = new Map([...(shown ?? []), ...added]);
  told.set(kind, amounts);
  const sum = formatMoney([...amounts.values()].reduce((total, amount) => total + amount, 0));
  const { title, hint, color } = notice;
  const isOne = amounts.size === 1;
  const all = {
    id: kind,
    color,
    title: isOne ? title : texts.several(title, formatCount(amounts.size)),
    message: isOne ? hint(sum) : texts.total(sum),
    onClose: () => told.delete(kind),
  };
  showNotice(all, shown !== undefined);
}
