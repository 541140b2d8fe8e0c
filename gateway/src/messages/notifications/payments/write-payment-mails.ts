import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { type PaidEvent, readPaidEvents } from '#src/webhooks/feed/read-paid-events.ts';
import { MIN_CENTAVOS_DEFAULT } from '../notification-kind.ts';
import { type Reader, selectReaders } from '../preference-store.ts';
import { nextMail } from './next-mail.ts';
import {
  deleteCursor,
  lockDueCursors,
  type PaymentCursor,
  type ReaderState,
  saveCursor,
} from './payment-cursor-store.ts';
import { paymentMailText } from './payment-mail-texts.ts';

const CURSORS_MAX = 20;
/** How often the feed of a merchant is read. */
const PAUSE_MS = 15 * SECOND_MS;

export interface NotificationMailDeps extends DatabaseAndClock {
  readonly mailer: Mailer;
}

/**
 * Writes the mails about new payments to the members who want them. A mail is written in the
 * transaction that saves the cursor, so each payment is mailed once to each member.
 * @returns whether there may be more.
 */
export function writePaymentMails(deps: NotificationMailDeps): Promise<boolean> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const cursors = await lockDueCursors(tx, { at: now, limit: CURSORS_MAX });
    let hasMore = cursors.length === CURSORS_MAX;
    for (const cursor of cursors) {
      if (await writeMails(deps, tx, cursor, now)) hasMore = true;
    }
    return hasMore;
  });
}

async function writeMails(
  deps: NotificationMailDeps,
  tx: Transaction,
  cursor: PaymentCursor,
  now: number,
): Promise<boolean> {
  const { merchantId, lastPosition } = cursor;
  // After a failover that lost events the cursor may be after the end of the feed.
  const position = lastPosition < cursor.position ? lastPosition : cursor.position;
  const isQuiet = Object.values(cursor.readers).every(({ waitingCount }) => waitingCount === 0);
  if (lastPosition === position && isQuiet) {
    saveCursor(tx, { ...cursor, position, dueAt: now + PAUSE_MS });
    return false;
  }
  const members = await selectReaders(tx, merchantId, 'payment_received');
  if (members.length === 0) {
    deleteCursor(tx, { merchantId });
    return false;
  }
  const page = await readPaidEvents(tx, { merchantId, environment: 'live' }, position);
  const { payments } = page;
  const readers: Record<string, ReaderState> = {};
  for (const member of members) {
    const previous = cursor.readers[member.userId];
    const input = { merchantId, member, previous, payments, now };
    readers[member.userId] = await writeMailOf(deps, tx, input);
  }
  const dueAt = page.hasMore ? now : now + PAUSE_MS;
  saveCursor(tx, { merchantId, position: page.position, readers, dueAt });
  return page.hasMore;
}

async function writeMailOf(
  { mailer }: NotificationMailDeps,
  tx: Transaction,
  input: {
    readonly merchantId: string;
    readonly member: Reader;
    readonly previous: ReaderState | undefined;
    readonly payments: readonly PaidEvent[];
    readonly now: number;
  },
): Promise<ReaderState> {
  const { merchantId, member, previous, payments, now } = input;
  const min = centavos(member.minCentavos ?? MIN_CENTAVOS_DEFAULT);
  const wanted = payments.filter(({ amount }) => amount >= min);
  const { mail, state } = nextMail(previous, wanted, now);
  if (mail) {
    const message = paymentMailText(mail, { min, appUrl: mailer.appUrl });
    await mailer.tell(tx, { email: member.email, merchantId }, message, now);
  }
  return state;
}
