import { SIMULATED_ISPB } from '#src/bank/choose-bank.ts';
import type { StandardChargeOperations } from '#src/charges/api.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import type { StandardSubscriptionOperations } from '#src/subscriptions/api.ts';
import {
  findRecurrence,
  type Recurrence,
  readRecurrences,
} from '#src/subscriptions/recurrences/find-recurrences.ts';
import type { Subscription } from '#src/subscriptions/subscription.ts';
import { notFound } from '../problems/standard-problem.ts';
import type { ShownRec } from './rec-view.ts';

const ID = /^[a-zA-Z0-9]{29}$/;

/** The dependencies of the operations on recurrences. */
export interface RecDeps {
  /** For changes, and for reads after them. */
  readonly database: Database;
  /** For lists. */
  readonly reads: Database;
  readonly clock: Clock;
  readonly locations: StandardChargeOperations['locations'];
  readonly subscriptions: StandardSubscriptionOperations;
}

/** Finds a recurrence by its id. @throws {StandardProblem} RecNaoEncontrada */
export async function findRec(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  idRec: string,
): Promise<Subscription> {
  const found = ID.test(idRec)
    ? await findRecurrence(database, { merchantId, environment }, idRec)
    : undefined;
  if (!found) throw notFound('Rec');
  return found;
}

/** A subscription with what the standard shows of it, all of one instant. */
export async function shownRec(
  database: Database,
  caller: Caller,
  subscription: Subscription,
): Promise<ShownRec> {
  const [recurrence] = await database.snapshot((tx) => readRecurrences(tx, [subscription]));
  if (!recurrence) throw new Error('a recurrence that was read is missing');
  return shownOf(caller, recurrence);
}

/** A recurrence as the standard shows it to its receiver. */
export function shownOf(receiver: Caller, recurrence: Recurrence): ShownRec {
  // The id at the banks begins with two letters and the receiver's bank.
  const ispb = recurrence.subscription.recurrenceId?.slice(2, 10) ?? SIMULATED_ISPB;
  return { ...recurrence, receiver, ispb };
}
