import { SIMULATED_ISPB } from '#src/bank/choose-bank.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { StandardSubscriptionOperations } from '#src/subscriptions/api.ts';
import { findCycles } from '#src/subscriptions/recurrences/find-cycles.ts';
import { type CobDeps, readCobs, withPayments } from '../cobs/cob-deps.ts';
import { type CobOfCaller, findNamed } from '../cobs/named-charges.ts';
import type { ShownCobr } from './cobr-view.ts';

/** What the operations of charges of cycles need. */
export interface CobrDeps {
  /** For changes, and for reads after them. */
  readonly cobs: CobDeps;
  /** For lists. */
  readonly reads: CobDeps;
  readonly clock: Clock;
  readonly subscriptions: StandardSubscriptionOperations;
}

/** Finds the charge of a cycle by its txid; undefined for a charge of another kind. */
export async function findCobr(deps: CobrDeps, which: CobOfCaller): Promise<ShownCobr | undefined> {
  const named = await findNamed(deps.cobs.database, which);
  if (!named?.charge.due?.cycle) return undefined;
  const [paid] = await withPayments(deps.cobs, [named]);
  if (!paid) throw new Error('a charge that was read is missing');
  return (await shownCobrs(deps.cobs, which.caller, [paid], deps.clock))[0];
}

/** Reads charges of cycles by their ids, in the order of the ids. */
export async function readCobrs(
  deps: CobrDeps,
  caller: Caller,
  ids: readonly string[],
): Promise<ShownCobr[]> {
  return shownCobrs(deps.reads, caller, await readCobs(deps.reads, caller, ids), deps.clock);
}

async function shownCobrs(
  { database }: CobDeps,
  receiver: Caller,
  read: readonly { readonly named: NamedCharge; readonly paid: ShownCobr['paid'] }[],
  clock: Clock,
): Promise<ShownCobr[]> {
  const ids = read.map(({ named: { charge } }) => charge.id);
  const cycles = await findCycles(database, receiver, ids);
  const now = clock.now();
  return read.flatMap(({ named, paid }) => {
    const charged = cycles.get(named.charge.id);
    return charged ? [{ ...charged, named, paid, receiver, ispb: SIMULATED_ISPB, now }] : [];
  });
}
