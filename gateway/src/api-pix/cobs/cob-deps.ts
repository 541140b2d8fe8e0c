import type { StandardChargeOperations } from '#src/charges/api.ts';
import type { Charge } from '#src/charges/charge.ts';
import { findOpenChanges } from '#src/charges/find-charges.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import { type NamedCharge, withTxids } from '#src/charges/txids/find-by-txid.ts';
import { readReturnsOfDisputes } from '#src/disputes/read-returns.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import type { PixOfCharge } from '../pix/pix-view.ts';
import { readReturns } from '../pix/read-returns.ts';
import { type OwnKeysDeps, sharedPixKeys, TEST_PIX_KEY } from '../pix-keys/own-pix-keys.ts';

/** The dependencies of the operations on charges and payments. */
export interface CobDeps extends OwnKeysDeps {
  /** For reads. */
  readonly database: Database;
  readonly operations: StandardChargeOperations;
}

/** The dependencies of reads of one instant: `database` is a transaction on a snapshot. */
export interface CobReads extends OwnKeysDeps {
  readonly database: Queryable;
}

/**
 * Runs reads on one snapshot: a payment, a refund or a change between two statements would make an
 * answer that contradicts itself.
 */
export function atOneInstant<Result>(
  deps: CobDeps,
  read: (reads: CobReads) => Promise<Result>,
): Promise<Result> {
  return deps.database.snapshot((tx) => read({ ...deps, database: tx }));
}

/** The key that a charge of another door shows: the one that all merchants share. */
export function shownPixKey(deps: OwnKeysDeps, scope: Pick<LedgerScope, 'environment'>): string {
  return sharedPixKeys(deps, scope)[0] ?? TEST_PIX_KEY;
}

/** A charge with everything that the standard shows of it. */
export interface ReadCob {
  readonly named: NamedCharge;
  readonly paid: PixOfCharge;
}

/** A charge of a list. */
export interface ListedCob extends ReadCob {
  /** Whether a change waits for the bank: what the bank asks the payer for is not known. */
  readonly isChanging: boolean;
}

/**
 * Marks a charge of a list whose change waits for the bank. The document requires its amount and
 * has no state for that, but allows further fields; a list can't wait for one charge.
 */
export function markOf({ isChanging }: ListedCob): { readonly alteracaoPendente?: true } {
  return isChanging ? { alteracaoPendente: true } : {};
}

/** Reads charges as `readCobsIn` does, all of one instant. */
export async function readCobs(
  deps: CobDeps,
  scope: LedgerScope,
  ids: readonly string[],
): Promise<ListedCob[]> {
  return ids.length === 0 ? [] : atOneInstant(deps, (reads) => readCobsIn(reads, scope, ids));
}

/** Reads charges by their ids, in the order of the ids; those that were deleted are omitted. */
export async function readCobsIn(
  deps: CobReads,
  { merchantId, environment }: LedgerScope,
  ids: readonly string[],
): Promise<ListedCob[]> {
  const keys = ids.map((id) => ({ merchantId, environment, id }));
  const found = await readCharges(deps.database, keys);
  const open = found.filter(({ status }) => environment === 'live' && status === 'pending');
  const changing = new Set(await findOpenChanges(deps.database, open));
  const byId = new Map(found.map((charge) => [charge.id, charge]));
  const charges = ids.flatMap((id): Charge[] => {
    const charge = byId.get(id);
    return charge ? [charge] : [];
  });
  const read = await withPayments(deps, await withTxids(deps.database, charges));
  return read.map((charge) => ({ ...charge, isChanging: changing.has(charge.named.charge.id) }));
}

/** Charges with their payments and refunds. */
export async function withPayments(
  deps: CobReads,
  named: readonly NamedCharge[],
): Promise<ReadCob[]> {
  const charges = named.map(({ charge }) => charge);
  const returns = await readReturns(deps.database, charges);
  const disputeReturns = await readReturnsOfDisputes(deps.database, charges);
  return named.map((each) => ({
    named: each,
    paid: {
      pixKey: each.named?.terms.chave ?? shownPixKey(deps, each.charge),
      returns: returns.get(each.charge.id) ?? [],
      disputeReturns: disputeReturns.get(each.charge.id) ?? [],
    },
  }));
}
