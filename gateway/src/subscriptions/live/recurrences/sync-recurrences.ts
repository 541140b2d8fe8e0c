import type { BankRecurrence } from '#src/bank/recurring-bank.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { Logger } from '#src/ground/log.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import type { Change } from '../../change-subscription.ts';
import { lockStates, readStates } from '../../load-states.ts';
import { endOfRequest } from '../../recurrences/change-recurrence.ts';
import { endRequests, selectRequestsOf } from '../../recurrences/request-store.ts';
import type { SubscriptionState } from '../../subscription.ts';
import type { TellPayers } from '../../tell-payers.ts';
import { writeStates } from '../../write-states.ts';
import { followBank, followRequest, isOver } from './apply-seen.ts';
import { changeAgain } from './change-at-bank.ts';
import { abandonSubscriptions, closeGivenUp, finishRecurrences } from './finish-recurrences.ts';
import {
  attemptsOf,
  type BankOfRecurrences,
  giveUpRecurrence,
  type Making,
  makeRecurrence,
  type RecurrenceToMake,
} from './make-recurrence.ts';
import { nextSync } from './next-sync.ts';
import { hasEnded, laterStatus, type Recurrence } from './recurrence.ts';
import {
  claimDueRecurrences,
  saveSeen,
  selectRecurrences,
  wakeRecurrences,
} from './recurrence-store.ts';

const SYNCS_AT_ONCE = 50;
/** After this time operators see that the bank gives no clear answer to a change. */
const CHANGE_MAX_MS = 6 * HOUR_MS;

export interface SyncDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bank: BankOfRecurrences;
  /** For how long a worker may ask the bank about a recurrence before another one takes it. */
  readonly makingLeaseMs: number;
  readonly tellPayers: TellPayers;
}

/**
 * Brings recurrences at the bank and subscriptions here together: makes those that a time-out or a
 * crash left open, ends those that are to end, and reads all others, so that a lost call-back is
 * found. No transaction is open while the bank is asked. One that fails is set aside.
 * @returns whether there may be more.
 */
export async function syncDueRecurrences(
  deps: SyncDeps,
  syncsMax = SYNCS_AT_ONCE,
): Promise<boolean> {
  const at = deps.clock.now();
  const until = at + deps.makingLeaseMs;
  const claimed = await claimDueRecurrences(deps.database, { at, until, limit: syncsMax });
  if (claimed.length === 0) return false;
  const states = await readStates(deps.database, claimed);
  await Promise.all(
    claimed.map((recurrence) =>
      runClaimed(deps, { kind: 'recurrence', id: recurrence.id }, async () => {
        const state = states.get(recurrence.id);
        if (!state) throw new Error('a recurrence has no subscription');
        if (recurrence.draft) await makeAgain(deps, state, recurrence);
        else await goOn(deps, { state, recurrence, until });
      }),
    ),
  );
  return claimed.length >= syncsMax;
}

/** Makes recurrences due now that a call-back names, by their ids at the bank. */
export function syncRecurrencesNow(
  { database, clock }: Pick<SyncDeps, 'database' | 'clock'>,
  recurrenceIds: readonly string[],
): Promise<void> {
  return wakeRecurrences(database, recurrenceIds, clock.now());
}

/** Repeats an attempt. Without a clear answer it is repeated when the claim ends. */
async function makeAgain(
  deps: SyncDeps,
  state: SubscriptionState,
  recurrence: Recurrence,
): Promise<void> {
  const toMake: RecurrenceToMake = { subscription: state.subscription, recurrence };
  const earlier = attemptsOf(recurrence, deps.clock.now());
  const isEnding = recurrence.wanted === 'ended' || isOver(state, deps.clock.now());
  if (isEnding || recurrence.draft?.isRefused) {
    const given = await giveUpRecurrence(deps.bank, toMake, earlier);
    if (given.kind === 'open') return refuseUnreadable(given);
    if (isEnding) return closeGivenUp(deps, toMake, given);
    await abandonSubscriptions(deps, [toMake]);
    return;
  }
  const making = await makeRecurrence(deps, toMake, earlier);
  if (making.kind === 'made') await finishRecurrences(deps, [{ ...toMake, value: making.value }]);
  else if (making.kind === 'refused') await abandonSubscriptions(deps, [toMake]);
  else refuseUnreadable(making);
}

/** Asking again would give the same answer: operators see the item. */
function refuseUnreadable(making: Making): void {
  if (making.kind === 'open' && making.unreadable) throw new Error(making.unreadable);
}

interface ClaimedRecurrence {
  readonly state: SubscriptionState;
  readonly recurrence: Recurrence;
  readonly until: number;
}

/**
 * Goes on with the change of a recurrence and synchronizes it. Throws when the bank gives no
 * readable answer to the change, or none for hours.
 */
async function goOn(deps: SyncDeps, item: ClaimedRecurrence): Promise<void> {
  const { state, recurrence } = item;
  const { change } = recurrence;
  if (!change) return sync(deps, item);
  const open = await changeAgain(deps, state, recurrence);
  if (!open) return;
  // A change can stay open for ever, and the recurrence can end meanwhile.
  await sync(deps, item);
  if (open.unreadable) throw new Error(open.unreadable);
  const isStuck = deps.clock.now() - change.at >= CHANGE_MAX_MS;
  if (isStuck) throw new Error('the bank gives no clear answer to a change of a recurrence');
}

/** Reads a recurrence at the bank, ends it if it is to end, and follows it here. */
async function sync(
  deps: SyncDeps,
  { state, recurrence, until }: ClaimedRecurrence,
): Promise<void> {
  const { recurrenceId } = state.subscription;
  if (recurrenceId === null) throw new Error('a recurrence that is made has an id');
  const found = await deps.bank.recurring.findRecurrence(recurrenceId);
  if (found.kind === 'unknown' && found.isUnreadable) throw new Error(found.reason);
  if (found.kind !== 'done') return;
  if (!found.value) throw new Error(`the bank does not know the recurrence ${recurrenceId}`);
  const byTime = recurrence.wanted === 'exists' && isOver(state, deps.clock.now());
  const seen = await ended(deps, { found: found.value, state, recurrence, byTime });
  if (seen) await follow(deps, { seen, recurrence, until, byTime });
}

/** The recurrence after the desired end; undefined when the bank has not confirmed it. */
async function ended(
  { bank }: SyncDeps,
  wanted: {
    readonly found: BankRecurrence;
    readonly state: SubscriptionState;
    readonly recurrence: Recurrence;
    readonly byTime: boolean;
  },
): Promise<BankRecurrence | undefined> {
  const { found, state, recurrence, byTime } = wanted;
  // The payer may have answered in the last moment.
  const isAnswered = state.subscription.status === 'created' && found.status === 'approved';
  const isToEnd = recurrence.wanted === 'ended' || (byTime && !isAnswered);
  if (!isToEnd || hasEnded(found.status)) return found;
  const canceled = await bank.recurring.cancelRecurrence(found.id);
  if (canceled.kind === 'unknown' && canceled.isUnreadable) throw new Error(canceled.reason);
  return canceled.kind === 'done' ? canceled.value : undefined;
}

interface Followed {
  readonly seen: BankRecurrence;
  readonly recurrence: Recurrence;
  readonly until: number;
  readonly byTime: boolean;
}

/**
 * Stores what the bank said, with the change and the events of the subscription. While a change is
 * open only an end is stored: what a payer authorizes may have other days or another code after it.
 */
async function follow(
  { database, clock, tellPayers }: SyncDeps,
  { seen, recurrence, until, byTime }: Followed,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const before = (await lockStates(tx, [recurrence])).get(recurrence.id);
    const [row] = await selectRecurrences(tx, [recurrence]);
    if (!before || !row) throw new Error('a recurrence without its subscription');
    if (row.change && !hasEnded(seen.status)) return;
    const { state: after, events } = await followIn(tx, before, { seen, byTime, now });
    if (after !== before) {
      const states = [{ before, after, events }];
      await writeStates(tx, { states, charges: [], firstPayments: [], tellPayers }, now);
    }
    const status = laterStatus(row.status, seen.status);
    const { merchantId, environment, id } = recurrence;
    const nextSyncAt = row.change ? until : nextSync(after, status, now);
    saveSeen(tx, [{ merchantId, environment, id, status, claimedUntil: until, nextSyncAt }]);
  });
}

/** The change that a reading makes, with the end of the request to the payer's bank. */
async function followIn(
  tx: Transaction,
  before: SubscriptionState,
  { seen, byTime, now }: Pick<Followed, 'seen' | 'byTime'> & { readonly now: number },
): Promise<Change> {
  const { subscription } = before;
  if (subscription.requestExpiresAt === null) return followBank(before, seen, { byTime, now });
  const requests = (await selectRequestsOf(tx, [subscription])).get(subscription.id) ?? [];
  const open = requests.find(({ status }) => status === 'open');
  const ended = followRequest(before, seen, open?.id);
  const change = ended?.change ?? followBank(before, seen, { byTime, now });
  const ends = ended
    ? [{ subscription, status: ended.status }]
    : endOfRequest({ before, after: change.state }, now);
  const reason = seen.authorizations.find(({ id }) => id === open?.id)?.reason ?? null;
  endRequests(
    tx,
    ends.map((end) => ({ ...end, reason })),
    now,
  );
  return change;
}
