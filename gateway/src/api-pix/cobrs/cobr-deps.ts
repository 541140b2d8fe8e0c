import { ACCOUNT_WORDS } from '#src/bank/recurring-bank.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { ReceivingAccount } from '#src/ground/config/bank-config.ts';
import type { StandardSubscriptionOperations } from '#src/subscriptions/api.ts';
import { findCycles } from '#src/subscriptions/recurrences/find-cycles.ts';
import {
  atOneInstant,
  type CobDeps,
  type CobReads,
  type ReadCob,
  readCobsIn,
  withPayments,
} from '../cobs/cob-deps.ts';
import { type CobOfCaller, findNamed } from '../cobs/named-charges.ts';
import { type ShownCobr, SIMULATED_ACCOUNT } from './cobr-view.ts';

/** The dependencies of the operations on charges of cycles. */
export interface CobrDeps {
  /** For changes, and for reads after them. */
  readonly cobs: CobDeps;
  /** For lists. */
  readonly reads: CobDeps;
  readonly clock: Clock;
  readonly subscriptions: StandardSubscriptionOperations;
  /** The operator's account, to which live charges are paid; undefined without one. */
  readonly account: ReceivingAccount | undefined;
}

/** Finds the charge of a cycle by its txid; undefined for a charge of another kind. */
export function findCobr(deps: CobrDeps, which: CobOfCaller): Promise<ShownCobr | undefined> {
  return atOneInstant(deps.cobs, async (reads) => {
    const named = await findNamed(reads.database, which);
    if (!named?.charge.due?.cycle) return undefined;
    const [paid] = await withPayments(reads, [named]);
    if (!paid) throw new Error('a charge that was read is missing');
    return (await shownCobrs(deps, reads, { receiver: which.caller, read: [paid] }))[0];
  });
}

/** Reads charges of cycles by their ids, in the order of the ids. */
export async function readCobrs(
  deps: CobrDeps,
  caller: Caller,
  ids: readonly string[],
): Promise<ShownCobr[]> {
  if (ids.length === 0) return [];
  return atOneInstant(deps.reads, async (reads) => {
    const read = await readCobsIn(reads, caller, ids);
    return shownCobrs(deps, reads, { receiver: caller, read });
  });
}

async function shownCobrs(
  { clock, account: own }: CobrDeps,
  { database }: CobReads,
  { receiver, read }: { readonly receiver: Caller; readonly read: readonly ReadCob[] },
): Promise<ShownCobr[]> {
  const account = receiver.environment === 'live' && own ? accountWords(own) : SIMULATED_ACCOUNT;
  const ids = read.map(({ named: { charge } }) => charge.id);
  const cycles = await findCycles(database, receiver, ids);
  const now = clock.now();
  return read.flatMap(({ named, paid }) => {
    const charged = cycles.get(named.charge.id);
    return charged ? [{ ...charged, named, paid, receiver, account, now }] : [];
  });
}

/** An account as the standard names it. */
function accountWords({ branch, number, type }: ReceivingAccount): ShownCobr['account'] {
  return {
    ...(branch !== undefined && { agencia: branch }),
    conta: number,
    tipoConta: ACCOUNT_WORDS[type],
  };
}
