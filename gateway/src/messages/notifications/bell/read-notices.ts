import { readLastDecision } from '#src/accounts/merchants/kyc/read-kyc.ts';
import { readPaidDays } from '#src/charges/daily-totals/charge-days.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Member } from '#src/ground/access/member-of-request.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { askedBy, batchesOf } from '#src/money-out/payouts/payout-owner.ts';
import { MAIL_AFTER_MS, readAlarms } from '#src/webhooks/alarms/watch-endpoints.ts';
import {
  type NotableEvent,
  readNewestPayments,
  readNotableEvents,
} from '#src/webhooks/feed/read-notable-events.ts';
import { NOTIFICATION_RULES } from '../notification-kind.ts';
import { NOTICE_KINDS, type Notice } from './notice.ts';
import { saveSeenUntil, selectSeenUntil } from './visit-store.ts';

const LOOK_BACK_MS = 30 * DAY_MS;
const LISTED_MAX = 100;
/** More than are listed, because those of a batch are one notice. */
const EVENTS_MAX = 300;
/** The most payments of a day that are listed; a day with more payments has one notice. */
const PAYMENTS_A_DAY_MAX = 3;

export interface BellDeps {
  readonly database: Queryable;
  readonly clock: Clock;
}

/** A notice, and whether its reader has seen it. */
export interface ReadNotice extends Notice {
  readonly isUnread: boolean;
}

/**
 * The notices of a scope from the last 30 days, newest first, up to 100, and whether the member has
 * seen each. The payouts of a batch have one notice of a kind. Who asked for an approval gets no
 * notice that it is waited for.
 * Failing webhooks are shown to members who may read webhooks.
 */
export async function readNotices(
  { database, clock }: BellDeps,
  scope: LedgerScope,
  { userId, memberRole }: Pick<Member, 'userId' | 'memberRole'>,
): Promise<{ readonly notices: readonly ReadNotice[]; readonly readAt: number }> {
  const now = clock.now();
  const since = now - LOOK_BACK_MS;
  const mayReadWebhooks = NOTIFICATION_RULES.webhook_failing.roles.includes(memberRole);
  const [seen, events, payments, alarms, decision] = await Promise.all([
    selectSeenUntil(database, { ...scope, userId }),
    eventNotices(database, scope, { since, userId }),
    paymentNotices(database, scope, since),
    mayReadWebhooks ? readAlarms(database, scope, now) : [],
    readLastDecision(database, scope.merchantId),
  ]);
  const notices: Notice[] = [...events, ...payments];
  for (const { endpointId, failingSince } of alarms) {
    const at = failingSince + MAIL_AFTER_MS;
    notices.push(
      notice({ id: `${endpointId} ${at}`, kind: 'webhook.failing', at, resourceId: endpointId }),
    );
  }
  if (decision && decision.at >= since) {
    const { decision: result, at } = decision;
    notices.push(notice({ id: `kyc ${at}`, kind: `kyc.${result}`, at }));
  }
  return {
    notices: notices
      .sort((first, second) => second.at - first.at)
      .slice(0, LISTED_MAX)
      .map((listed) => ({ ...listed, isUnread: listed.at > (seen ?? 0) })),
    readAt: now,
  };
}

/** Marks all notices up to an instant, but not after now, as seen by a member. */
export function markSeen(
  { database, clock }: BellDeps,
  { userId, merchant }: Pick<Member, 'userId' | 'merchant'>,
  { environment, until }: { environment: LedgerScope['environment']; until: number },
): Promise<void> {
  const { merchantId } = merchant;
  const seenUntil = Math.min(until, clock.now());
  return saveSeenUntil(database, { merchantId, userId, environment, seenUntil });
}

/** A notice for each payout, dispute and adjustment, and one of a kind for those of a batch. */
async function eventNotices(
  database: Queryable,
  scope: LedgerScope,
  { since, userId }: { readonly since: number; readonly userId: string },
): Promise<Notice[]> {
  const all = await readNotableEvents(database, scope, { since, limit: EVENTS_MAX });
  const isWaiting = ({ kind }: NotableEvent) => kind === 'payout.awaiting_approval';
  const ids = all.filter(isWaiting).map(({ resourceId }) => resourceId);
  const own = await askedBy(database, scope, { userId, ids });
  const events = all.filter((event) => !(isWaiting(event) && own.has(event.resourceId)));
  return noticesOf(database, scope, events);
}

async function noticesOf(
  database: Queryable,
  scope: LedgerScope,
  events: readonly NotableEvent[],
): Promise<Notice[]> {
  const payouts = events.filter(({ kind }) => kind.startsWith('payout.'));
  const ids = payouts.map(({ resourceId }) => resourceId);
  const batches = ids.length === 0 ? undefined : await batchesOf(database, scope, ids);
  const nameOf = ({ id, kind, resourceId }: NotableEvent): string => {
    const batchId = batches?.get(resourceId);
    return batchId === undefined ? id : `${kind} ${batchId}`;
  };
  return [...Map.groupBy(events, nameOf)].map(([id, [newest, ...others]]) => {
    if (!newest) throw new Error('a group has an event');
    const batchId = batches?.get(newest.resourceId);
    if (batchId === undefined || others.length === 0) return noticeOf(newest);
    return { ...noticeOf(newest), id, batchId, resourceId: null, amount: null };
  });
}

/** A notice for each payment of days with few payments, and one for each day with more. */
async function paymentNotices(
  database: Queryable,
  scope: LedgerScope,
  since: number,
): Promise<Notice[]> {
  const { payments, isComplete } = await readNewestPayments(database, scope, since);
  const byDay = Map.groupBy(payments, ({ at }) => brazilianDayOf(at));
  const days = [...byDay.keys()];
  // Not all payments of the oldest day may have been read.
  const cutDay = isComplete ? undefined : days.at(-1);
  const isListed = (day: string, count: number): boolean =>
    count <= PAYMENTS_A_DAY_MAX && day !== cutDay;
  const counted = [...byDay].filter(([day, own]) => !isListed(day, own.length));
  const totals =
    counted.length === 0
      ? new Map<string, { count: number; amount: bigint }>()
      : await readPaidDays(database, scope, {
          firstDay: days.at(-1) ?? '',
          lastDay: days[0] ?? '',
        });
  return [...byDay].flatMap(([day, own]) => {
    const [newest] = own;
    if (isListed(day, own.length) || !newest) return own.map(noticeOf);
    const { count, amount } = totals.get(day) ?? { count: own.length, amount: sumOf(own) };
    const { at } = newest;
    return [notice({ id: `payments ${day}`, kind: 'payments_of_day', at, amount, count, day })];
  });
}

function sumOf(payments: readonly NotableEvent[]): bigint {
  return payments.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

function noticeOf({ id, kind, at, resourceId, amount }: NotableEvent): Notice {
  const noticeKind = NOTICE_KINDS.find((candidate) => candidate === kind) ?? 'payment';
  return notice({ id, kind: noticeKind, at, resourceId, amount });
}

function notice(facts: Pick<Notice, 'id' | 'kind' | 'at'> & Partial<Notice>): Notice {
  return { resourceId: null, batchId: null, amount: null, count: null, day: null, ...facts };
}
