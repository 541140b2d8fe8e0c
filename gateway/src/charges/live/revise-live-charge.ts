import type { BankCharge, BankRefusal, Outcome, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { TransactionKey } from '../charge.ts';
import {
  deleteRequests,
  insertRequest,
  type OpenChange,
  type StoredRevision,
  selectOpenChanges,
} from '../due/change-store.ts';
import { readCharges } from '../read-charges.ts';
import { type NamedCharge, withTxids } from '../txids/find-by-txid.ts';
import {
  fieldsOf,
  lockCharge,
  lockRevisable,
  type Revision,
  refuseEnded,
  revisedCharge,
  writeRevised,
} from '../txids/revise-charges.ts';
import type { StandardFields } from '../txids/standard-charge.ts';
import { payerAtBank } from './charge-draft.ts';

const RETRY_AFTER_SECONDS = 30;

export interface LiveRevisionDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Undefined when no bank is configured. */
  readonly bank: ReceivingBank | undefined;
  /** The lease of a revision: how long one request or worker may ask the bank about it. */
  readonly bankLeaseMs: number;
}

/**
 * Revises a live charge: stores the revision, changes the charge at the bank outside any
 * transaction, then here. When the bank gives no clear answer, the worker asks again; until then
 * the charge can't be read or revised. Refuses `provider_unavailable`, `provider_refused` and what
 * `reviseCharges` refuses.
 */
export async function reviseLiveCharge(
  deps: LiveRevisionDeps,
  revision: Revision,
): Promise<NamedCharge> {
  const { bank } = deps;
  if (!bank?.reviseCharge) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    throw new Refusal('provider_unavailable', { retryAfterSeconds, isBankMissing: true });
  }
  const { merchantId, environment, id } = revision;
  const key = { merchantId, environment, id };
  const requested = await requestRevision(deps, revision);
  if ('charge' in requested) return requested;
  const outcome = await askBank(bank, key, requested);
  if (outcome.kind === 'done') return book(deps, { key, change: requested });
  if (outcome.kind === 'refused') {
    await withdraw(deps, key);
    throw refusedByBank(outcome.refusal);
  }
  const isUnknown = outcome.kind === 'unknown';
  throw unavailable(isUnknown ? RETRY_AFTER_SECONDS : outcome.retryAfterSeconds);
}

/**
 * Stores the revision that the bank will be asked for. The bank knows no texts of charges: a charge
 * that changes nothing else is revised at once and returned.
 */
async function requestRevision(
  { database, clock, bankLeaseMs }: LiveRevisionDeps,
  request: Revision,
): Promise<StoredRevision | NamedCharge> {
  const now = clock.now();
  const { fields, caller } = request;
  const { feePlan } = caller;
  return database.transaction(async (tx) => {
    const charge = await lockRevisable(tx, request, now);
    const revised = revisedCharge(charge, { feePlan, fields });
    refuseEnded(revised, now);
    const [named] = await withTxids(tx, [charge]);
    if (!named) throw new Error('a charge that was read has no name');
    if (isSameAtBank(fieldsOf(charge), fields)) {
      if ((await selectOpenChanges(tx, [request])).size > 0) throw unavailable();
      return writeRevised(tx, named, revised, { fields, now });
    }
    const change: StoredRevision = {
      revision: (named.named?.revision ?? 0) + 1,
      fields: { ...fields, amount: centavosToJson(fields.amount) },
      feePlan: {
        feeRate: Number(feePlan.feeRate),
        feeFixed: centavosToJson(feePlan.feeFixed),
      },
    };
    const times = { at: new Date(now), dueAt: new Date(now + bankLeaseMs) };
    if (!(await insertRequest(tx, request, { change, ...times }))) throw unavailable();
    return change;
  });
}

type BankFields = Omit<StandardFields, 'terms'>;

function isSameAtBank(before: BankFields, after: BankFields): boolean {
  return (
    before.amount === after.amount &&
    before.expiresInSeconds === after.expiresInSeconds &&
    before.payer.name === after.payer.name &&
    before.payer.document === after.payer.document
  );
}

/** Asks the bank for a stored revision; the same one twice is safe. */
async function askBank(
  bank: ReceivingBank,
  { id }: TransactionKey,
  { fields: { amount, expiresInSeconds, payer } }: StoredRevision,
): Promise<Outcome<BankCharge>> {
  if (!bank.reviseCharge) return { kind: 'unknown', reason: 'O banco não altera cobranças.' };
  return bank.reviseCharge({
    ...{ txid: txidFromId(id), amount: centavos(amount), expiresInSeconds },
    payer: payerAtBank(payer),
  });
}

/**
 * Revises the charge here as the bank has revised it, also after its expiry. Refuses
 * `charge_not_revisable` for a charge that has ended otherwise meanwhile.
 */
function book(
  { database, clock }: LiveRevisionDeps,
  { key, change }: OpenChange<StoredRevision>,
): Promise<NamedCharge> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const charge = await lockCharge(tx, key);
    const [named] = await withTxids(tx, [charge]);
    if (!named) throw new Error('a charge that was read has no name');
    // The worker, or the request, has booked it already.
    if ((named.named?.revision ?? 0) >= change.revision) return named;
    if (charge.status !== 'pending') throw new Refusal('charge_not_revisable');
    const fields = { ...change.fields, amount: centavos(change.fields.amount) };
    const feePlan = {
      feeRate: basisPoints(change.feePlan.feeRate),
      feeFixed: centavos(change.feePlan.feeFixed),
    };
    deleteRequests(tx, [key]);
    return writeRevised(tx, named, revisedCharge(charge, { feePlan, fields }), { fields, now });
  });
}

/** Asks the bank again for a revision without a clear answer, and books it or drops it. */
export async function settleRevision(
  deps: LiveRevisionDeps & { readonly bank: ReceivingBank },
  open: OpenChange<StoredRevision>,
): Promise<void> {
  const [charge] = await readCharges(deps.database, [open.key]);
  // It was paid with the amount that it has here, or the bank has removed it.
  if (charge?.status !== 'pending') return withdraw(deps, open.key);
  const outcome = await askBank(deps.bank, open.key, open.change);
  // A bank without a clear answer is asked again when the claim ends.
  if (outcome.kind === 'done') await book(deps, open);
  else if (outcome.kind === 'refused') await withdraw(deps, open.key);
}

function withdraw({ database }: LiveRevisionDeps, key: TransactionKey): Promise<void> {
  return database.transaction(async (tx) => deleteRequests(tx, [key]));
}

/** The payment may not be booked here yet, so a paid charge is known from the bank's refusal. */
function refusedByBank({ code, message }: BankRefusal): Refusal {
  if (code === 'charge_paid') return new Refusal('charge_not_revisable');
  return new Refusal('provider_refused', { reason: message });
}

function unavailable(retryAfterSeconds = RETRY_AFTER_SECONDS): Refusal {
  return new Refusal('provider_unavailable', { retryAfterSeconds });
}
