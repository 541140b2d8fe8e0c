import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
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

interface NoticeDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** The handler of each kind of notice. A repeated notice must be harmless. */
export type NoticeHandlers = {
  readonly [Kind in NoticeKind]: (
    deps: NoticeDeps,
    notices: readonly NoticeOf<Kind>[],
  ) => Promise<void>;
};

/** Gives notices of any kinds to the rooms of their kinds. */
export async function handleNotices(
  handlers: NoticeHandlers,
  deps: NoticeDeps,
  notices: readonly RoomNotice[],
): Promise<void> {
  for (const kind of new Set(notices.map((notice) => notice.kind))) {
    await handleKind(handlers, deps, kind, notices);
  }
}

async function handleKind<Kind extends NoticeKind>(
  handlers: NoticeHandlers,
  deps: NoticeDeps,
  kind: Kind,
  notices: readonly RoomNotice[],
): Promise<void> {
  const isOfKind = (notice: RoomNotice): notice is NoticeOf<Kind> => notice.kind === kind;
  await handlers[kind](deps, notices.filter(isOfKind));
}
