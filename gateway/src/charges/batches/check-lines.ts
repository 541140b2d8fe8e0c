import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { type ProblemField, Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { chargeFromBody } from '../charge-from-body.ts';
import type { ChargeBody } from '../charge-schemas.ts';
import type { LocalHolidaysOf } from '../due/local-holidays.ts';
import { type ChargeRequest, type LineOfBatch, planCharges } from '../plan-charges.ts';
import {
  type CheckedLine,
  fieldRefusal,
  type LineNumber,
  type LineRefusal,
  lineRefusal,
  type TypedCells,
} from './charge-batch.ts';

/** Lines that are checked in one turn, so that the process answers others meanwhile. */
const LINES_AT_ONCE = 200;

/** Checks the form of a charge's body: its faults, or none. */
export type FindFaults = (body: unknown) => readonly ProblemField[];

export interface CheckDeps extends DatabaseAndClock {
  readonly localHolidays: LocalHolidaysOf;
  readonly findFaults: FindFaults;
}

/** The facts with which a batch is checked and stored. */
export interface BatchDeps extends CheckDeps {
  /** How many lines of batches a scope may have in 24 hours. */
  readonly linesPerDay: number;
}

/** A line to check: the body of its charge, or why a file's line has none. */
export interface UncheckedLine extends LineNumber {
  readonly body?: unknown;
  readonly refusal?: LineRefusal;
  readonly typed?: TypedCells;
}

/**
 * Checks lines by the rules that decide about single charges. Writes nothing. Each line that would
 * be refused has its refusal.
 */
export function checkLines(
  deps: CheckDeps,
  caller: Caller,
  lines: readonly UncheckedLine[],
): Promise<readonly CheckedLine[]> {
  return checkReadLines(deps, lines, (line) => readLine(deps, caller, line));
}

/** Checks lines of any form by the same rules: `read` makes the request for the charge of each. */
export async function checkReadLines<Line>(
  deps: Pick<CheckDeps, 'database' | 'clock'>,
  lines: readonly Line[],
  read: (line: Line) => ReadLine,
): Promise<readonly CheckedLine[]> {
  const checked: CheckedLine[] = [];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    checked.push(...(await checkSome(deps, lines.slice(from, from + LINES_AT_ONCE).map(read))));
    await nextTurn();
  }
  return checked;
}

async function checkSome(
  deps: Pick<CheckDeps, 'database' | 'clock'>,
  read: readonly ReadLine[],
): Promise<readonly CheckedLine[]> {
  const requests = read.flatMap((line) => ('request' in line ? [line.request] : []));
  if (requests.length === 0) return read.map((line) => line.checked);
  const now = deps.clock.now();
  const plans = await deps.database.transaction((tx) => planCharges(tx, requests, now));
  let index = 0;
  return read.map((line) => {
    if (!('request' in line)) return line.checked;
    const plan = plans[index];
    index += 1;
    return plan instanceof Refusal ? { ...line.checked, refusal: lineRefusal(plan) } : line.checked;
  });
}

/** A line that was read: with the request for its charge, or with its refusal. */
export type ReadLine =
  | { readonly checked: CheckedLine }
  | { readonly checked: CheckedLine; readonly request: ChargeRequest };

function readLine(deps: CheckDeps, caller: Caller, line: UncheckedLine): ReadLine {
  const { line: number, part, body, typed, refusal } = line;
  const facts = { line: number, part, ...factsOf(body) };
  const content = { ...(typed && { typed }) };
  if (refusal) return { checked: { ...facts, content, refusal } };
  const fields = [...deps.findFaults(body), ...foreignFields(body), ...taxIdFault(body, caller)];
  if (fields.length > 0) return { checked: { ...facts, content, refusal: fieldRefusal(fields) } };
  const known = knownFields(body as ChargeBody);
  try {
    const request = requestOf(known, { caller, by: null, localHolidays: deps.localHolidays });
    return { checked: { ...facts, content: { ...content, body: known }, refusal: null }, request };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { checked: { ...facts, content, refusal: lineRefusal(error) } };
  }
}

/** The fields of a line that are stored also when it is refused. */
function factsOf(body: unknown) {
  const { amount, payer } = Object(body);
  const document = parseTaxId(String(Object(payer).document), { checkDigits: false });
  const isAmount = Number.isSafeInteger(amount) && amount > 0;
  return { amount: isAmount ? Number(amount) : null, payerDocument: document?.digits ?? null };
}

/** A batch lives in the real time: its charges have no test clock. */
function foreignFields(body: unknown): ProblemField[] {
  const isSent = Object(body).clock_id != null;
  return isSent ? [{ field: 'clock_id', message: fieldText((texts) => texts.invalid) }] : [];
}

function taxIdFault(body: unknown, { environment }: Caller): ProblemField[] {
  const document = Object(Object(body).payer).document;
  if (environment !== 'live' || typeof document !== 'string') return [];
  const hasShape = parseTaxId(document, { checkDigits: false }) !== undefined;
  if (!hasShape || parseTaxId(document, { checkDigits: true })) return [];
  return [{ field: 'payer.document', message: fieldText((texts) => texts.checkDigits) }];
}

/** The fields that a charge has; unknown ones are ignored, as by the creation of one charge. */
function knownFields(body: ChargeBody): ChargeBody {
  const { amount, payer, external_id, description, expires_in, webhook_url, utm, split } = body;
  const { name, document, email, address } = payer;
  const { due_date, days_after_due, fine, interest, rebate, discounts } = body;
  return {
    amount,
    payer: { name, document, ...(email && { email }), ...(address && { address }) },
    ...withoutNull({ external_id, description, expires_in, webhook_url, utm, split }),
    ...withoutNull({ due_date, days_after_due, fine, interest, rebate, discounts }),
  };
}

function withoutNull<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Fields>;
}

interface RequestFacts {
  readonly caller: Caller;
  readonly by: Actor | null;
  readonly localHolidays: LocalHolidaysOf;
  readonly ofBatch?: LineOfBatch;
}

/** The request for the charge of a line. Refuses what `dueFromBody` refuses. */
export function requestOf(
  body: ChargeBody,
  { caller, by, localHolidays, ofBatch }: RequestFacts,
): ChargeRequest {
  return {
    caller,
    idempotency: undefined,
    ...chargeFromBody(body, localHolidays),
    ...(by && { by }),
    ...(ofBatch && { ofBatch }),
  };
}
