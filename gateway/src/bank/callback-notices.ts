import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { BankNotice } from './live-bank.ts';
import type { RecurringNotice } from './recurring-bank.ts';

/** An item of a call-back that reports no payment. A higher room reads its subject at the bank. */
export type RoomNotice =
  | Extract<BankNotice, { readonly kind: 'payout' }>
  /** A refund in the report of a payment. */
  | { readonly kind: 'refund'; readonly endToEndId: string; readonly refundId: string }
  | RecurringNotice;

export type NoticeKind = RoomNotice['kind'];
type NoticeOf<Kind extends NoticeKind> = Extract<RoomNotice, { readonly kind: Kind }>;

/** The handler of each kind of notice. A repeated notice must be harmless. */
export type NoticeHandlers = {
  readonly [Kind in NoticeKind]: (
    deps: DatabaseAndClock,
    notices: readonly NoticeOf<Kind>[],
  ) => Promise<void>;
};

/** Gives notices of any kinds to the rooms of their kinds. */
export async function handleNotices(
  handlers: NoticeHandlers,
  deps: DatabaseAndClock,
  notices: readonly RoomNotice[],
): Promise<void> {
  for (const kind of new Set(notices.map((notice) => notice.kind))) {
    await handleKind(handlers, deps, kind, notices);
  }
}

async function handleKind<Kind extends NoticeKind>(
  handlers: NoticeHandlers,
  deps: DatabaseAndClock,
  kind: Kind,
  notices: readonly RoomNotice[],
): Promise<void> {
  const isOfKind = (notice: RoomNotice): notice is NoticeOf<Kind> => notice.kind === kind;
  await handlers[kind](deps, notices.filter(isOfKind));
}
