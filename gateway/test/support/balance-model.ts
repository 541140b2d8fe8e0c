import { addDays } from '#src/ground/brazilian-days.ts';

/** The balances of one merchant by plain arithmetic, in centavos, to compare with the ledger's. */
export interface BalanceModel {
  available: bigint;
  debt: bigint;
  readonly holds: { id: string; wanted: bigint; blocked: bigint }[];
  /** What waits for a day at Brasília, the nearest day first. */
  pending: { chargeId: string; dueOn: string; amount: bigint }[];
}

export function createBalanceModel(): BalanceModel {
  return { available: 0n, debt: 0n, holds: [], pending: [] };
}

/** A credit first repays debt, then covers holds, oldest first. */
export function credit(model: BalanceModel, amount: bigint): void {
  model.available += amount;
  const repaid = min(model.debt, model.available);
  model.debt -= repaid;
  model.available -= repaid;
  for (const hold of model.holds) {
    const more = min(hold.wanted - hold.blocked, model.available);
    hold.blocked += more;
    model.available -= more;
  }
}

/** `available` pays as far as it goes; the rest is debt. */
export function pay(model: BalanceModel, amount: bigint): { available: bigint; debt: bigint } {
  const available = min(amount, model.available);
  const debt = amount - available;
  model.available -= available;
  model.debt += debt;
  return { available, debt };
}

/** The hold wants so much less; returns what is released to `available`. */
export function release(
  model: BalanceModel,
  hold: BalanceModel['holds'][number],
  part: bigint | undefined,
): bigint {
  hold.wanted -= min(part ?? hold.wanted, hold.wanted);
  const surplus = hold.blocked > hold.wanted ? hold.blocked - hold.wanted : 0n;
  hold.blocked -= surplus;
  credit(model, surplus);
  return surplus;
}

/** A payment of which nine tenths wait for the next day, and one tenth for three days. */
export function receiveLater(
  model: BalanceModel,
  { chargeId, amount, paidOn }: { chargeId: string; amount: bigint; paidOn: string },
): void {
  const reserve = amount / 10n;
  model.pending.push(
    { chargeId, dueOn: addDays(paidOn, 1), amount: amount - reserve },
    { chargeId, dueOn: addDays(paidOn, 3), amount: reserve },
  );
  model.pending.sort((one, other) => (one.dueOn < other.dueOn ? -1 : 1));
}

/** What waits of a charge. */
export function pendingOf(model: BalanceModel, chargeId: string): bigint {
  return sum(model.pending.filter((part) => part.chargeId === chargeId));
}

/** A refund takes what waits of its charge first, then `available`. */
export function takeRefund(model: BalanceModel, chargeId: string, amount: bigint): void {
  let left = amount;
  for (const part of model.pending.filter((one) => one.chargeId === chargeId)) {
    const taken = min(part.amount, left);
    part.amount -= taken;
    left -= taken;
  }
  model.available -= left;
}

/** What waited for a day up to `today` becomes available. */
export function settle(model: BalanceModel, today: string): void {
  const due = model.pending.filter(({ dueOn }) => dueOn <= today);
  model.pending = model.pending.filter(({ dueOn }) => dueOn > today);
  credit(model, sum(due));
}

export function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

export function sum(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((total, { amount }) => total + amount, 0n);
}
