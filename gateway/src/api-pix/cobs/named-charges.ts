import { setTimeout as pause } from 'node:timers/promises';
import type { ChargeChanges } from '#src/charges/api.ts';
import type { Charge } from '#src/charges/charge.ts';
import { RevisedMeanwhile } from '#src/charges/standard-charge.ts';
import { type FoundByTxid, findByTxid, type NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { findUncreated } from '../lots/uncreated-lines.ts';
import { type StandardProblem, unavailable } from '../problems/standard-problem.ts';

/** How often a PATCH that another request has overtaken begins again. */
const TRIES_MAX = 5;
const CREATING_RETRY_SECONDS = 5;
const CHANGING_RETRY_SECONDS = 30;
const WAIT_MS = 10_000;
const POLL_MS = 100;

/** A charge of a caller by its txid. */
export interface CobOfCaller {
  readonly caller: Caller;
  readonly txid: string;
}

/**
 * Finds a charge of any kind by its txid. A charge of a lot that the bank registers does not exist
 * yet, as the standard says. The charge and its terms are of one instant.
 * @param waits whether to wait some seconds for the end of a registration, as a repeated PUT does
 * @throws {StandardProblem} ServicoIndisponivel while the bank registers it, or a change waits for
 *   the bank
 */
export async function findNamed(
  database: Database | Queryable,
  { caller, txid }: CobOfCaller,
  { waits = false }: { readonly waits?: boolean } = {},
): Promise<NamedCharge | undefined> {
  const { merchantId, environment } = caller;
  const endsAt = performance.now() + (waits ? WAIT_MS : 0);
  do {
    const look = (reads: Queryable) => findByTxid(reads, { merchantId, environment, txid });
    // A caller without snapshots reads on one already.
    const found = await ('snapshot' in database ? database.snapshot(look) : look(database));
    if (found !== 'creating') return found && settled(found);
    if (await findUncreated(database, caller, txid)) return undefined;
    if (waits) await pause(POLL_MS);
  } while (performance.now() < endsAt);
  const detail = 'A cobrança ainda está sendo registrada no banco: repita a requisição.';
  throw unavailable(detail, CREATING_RETRY_SECONDS);
}

function settled(found: FoundByTxid): NamedCharge {
  if (found.isChanging) throw changing();
  return found;
}

/** Why a charge isn't shown while a change of it waits for the bank: its amount is not known. */
export function changing(): StandardProblem {
  const detail = 'Uma alteração da cobrança espera a resposta do banco: repita a requisição.';
  return unavailable(detail, CHANGING_RETRY_SECONDS);
}

/** Cancels an open charge, also an expired one. Refuses what `cancelCharges` refuses. */
export async function cancelOpen(
  { cancelCharge, cancelExpired }: ChargeChanges,
  { merchantId, environment, id, status }: Charge,
): Promise<Charge> {
  const key = { merchantId, environment, id };
  if (status === 'expired') return cancelExpired(key);
  try {
    return await cancelCharge(key);
  } catch (error) {
    // It expired between the two statements, or its time is over and the worker is late.
    if (error instanceof Refusal && error.code === 'charge_expired') return cancelExpired(key);
    throw error;
  }
}

/**
 * Runs a PATCH again while another request changes the charge between its read and its write.
 * @throws {StandardProblem} ServicoIndisponivel
 */
export async function untilUnchanged<Shown>(patch: () => Promise<Shown>): Promise<Shown> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      return await patch();
    } catch (error) {
      if (!(error instanceof RevisedMeanwhile)) throw error;
    }
  }
  throw unavailable('A cobrança está sendo alterada por outras requisições: repita.', 1);
}
