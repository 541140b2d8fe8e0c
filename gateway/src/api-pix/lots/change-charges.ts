import type { ChangingLine } from '#src/charges/batches/lots/lot.ts';
import {
  type ChangeOutcome,
  type LotChanges,
  PAUSE_MS,
  type RunChangesDeps,
  runLotChanges,
} from '#src/charges/batches/lots/run-changes.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CobOfCaller } from '../cobs/named-charges.ts';
import { isRemoval } from '../cobs/request-of-charge.ts';
import { readCobv, readCobvRevision } from '../cobvs/read-cobv.ts';
import {
  type CobvChangeDeps,
  findCobv,
  patchCobv,
  removeCobv,
  replaceCobv,
} from '../cobvs/write-cobv.ts';
import {
  notFound,
  type ProblemBody,
  problemOfRefusal,
  StandardProblem,
} from '../problems/standard-problem.ts';
import { storedProblem } from './line-problem.ts';

/** Live changes ask the bank, a few at once. */
const PIECES = {
  test: { linesAtOnce: 50, callsAtOnce: 2 },
  live: { linesAtOnce: 20, callsAtOnce: 5 },
};
/** Codes by which the bank or the gateway gives no answer yet. */
const LATER = new Set(['provider_unavailable', 'charge_change_open', 'overloaded']);
const UNAVAILABLE = 503;

export interface ChangeLotsDeps extends RunChangesDeps {
  readonly bankPixKey: string | undefined;
  readonly operations: CobvChangeDeps['operations'];
  /** How long a request to the bank may take. */
  readonly bankLeaseMs: number;
}

/** Makes the next changes of a lot of an environment. @returns whether there may be more */
export function changeNextLot(deps: ChangeLotsDeps, environment: Environment): Promise<boolean> {
  const changes: LotChanges = {
    environment,
    ...PIECES[environment],
    callMsMax: deps.bankLeaseMs,
    apply: (caller, line) => changeCharge(deps, caller, line),
    problemOf: (refusal) => problemOf(refusal),
  };
  return runLotChanges(deps, changes);
}

async function changeCharge(
  deps: CobvChangeDeps,
  caller: Caller,
  { txid, change }: ChangingLine,
): Promise<ChangeOutcome> {
  const which = { caller, txid };
  try {
    if (change.method === 'PUT') await replace(deps, which, change.body);
    else await revise(deps, which, change.body);
    return { kind: 'done' };
  } catch (error) {
    const isExpected = error instanceof StandardProblem || error instanceof Refusal;
    if (!isExpected) throw error;
    return outcomeOf(error);
  }
}

async function replace(deps: CobvChangeDeps, which: CobOfCaller, body: unknown): Promise<void> {
  const fields = readCobv(body, which.caller.environment);
  const existing = await findCobv(deps, which);
  if (!existing) throw notFound('CobV');
  await replaceCobv(deps, which.caller, { existing, fields });
}

async function revise(deps: CobvChangeDeps, which: CobOfCaller, body: unknown): Promise<void> {
  if (!isRemoval(body, 'CobV')) {
    await patchCobv(deps, which, readCobvRevision(body, which.caller.environment));
    return;
  }
  const existing = await findCobv(deps, which);
  // A worker that was killed may have removed it already.
  if (existing?.named.charge.status !== 'canceled') await removeCobv(deps, which);
}

function outcomeOf(error: StandardProblem | Refusal): ChangeOutcome {
  const isLater =
    error instanceof Refusal ? LATER.has(error.code) : error.body.status === UNAVAILABLE;
  if (!isLater) return { kind: 'refused', problem: problemOf(error) };
  const seconds =
    error instanceof Refusal ? error.facts.retryAfterSeconds : error.retryAfterSeconds;
  return { kind: 'later', pauseMs: Math.max(PAUSE_MS, (seconds ?? 0) * SECOND_MS) };
}

function problemOf(error: StandardProblem | Refusal): ProblemBody {
  const family = { family: 'CobV', isChange: true } as const;
  const { body } = error instanceof Refusal ? problemOfRefusal(error, family) : error;
  return storedProblem(body);
}
