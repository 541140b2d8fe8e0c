import type { BankRefusal, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { type NamedCharge, withTxids } from '../txids/find-by-txid.ts';
import { fieldsOf, lockRevisable, type Revision, revisedCharge } from '../txids/revise-charges.ts';
import type { StandardFields, TxidKey } from '../txids/standard-charge.ts';
import { claimTxidRows, leaseTxid, releaseTxid } from '../txids/txid-store.ts';
import { payerAtBank } from './charge-draft.ts';

const RETRY_AFTER_SECONDS = 30;
const BUSY_RETRY_SECONDS = 5;

export interface LiveRevisionDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Undefined when no bank is configured. */
  readonly bank: ReceivingBank | undefined;
  /** How long one revision may ask the bank about a charge. */
  readonly bankLeaseMs: number;
  /** `reviseCharges` of one charge. */
  readonly revise: (revision: Revision) => Promise<NamedCharge>;
}

/**
 * Revises a live charge: changes it at the bank outside any transaction, then here. A lease lets
 * one revision of a charge ask the bank at a time. After an unclear answer the charge stays as it
 * is here until the same revision is requested again; a payment of the amount that only the bank
 * has goes to suspense. Refuses `provider_unavailable`, `provider_refused` and what `reviseCharges`
 * refuses.
 */
export async function reviseLiveCharge(
  deps: LiveRevisionDeps,
  revision: Revision,
): Promise<NamedCharge> {
  const { bank, database } = deps;
  if (!bank?.reviseCharge) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    throw new Refusal('provider_unavailable', { retryAfterSeconds, isBankMissing: true });
  }
  const { key, isKnownToBank } = await takeLease(deps, revision);
  const release = () => database.transaction(async (tx) => releaseTxid(tx, key));
  if (isKnownToBank) {
    const { amount, expiresInSeconds, payer } = revision.fields;
    const outcome = await bank.reviseCharge({
      ...{ txid: txidFromId(revision.id), amount, expiresInSeconds },
      payer: payerAtBank(payer),
    });
    if (outcome.kind === 'unknown') throw unavailable(RETRY_AFTER_SECONDS);
    if (outcome.kind !== 'done') await release();
    if (outcome.kind === 'refused') throw refusedByBank(outcome.refusal);
    if (outcome.kind === 'unavailable') throw unavailable(outcome.retryAfterSeconds);
  }
  try {
    return await deps.revise(revision);
  } catch (error) {
    await release();
    throw error;
  }
}

/** Checks a revision and leases its charge to it. The bank knows no texts of charges. */
async function takeLease(
  { database, clock, bankLeaseMs }: LiveRevisionDeps,
  revision: Revision,
): Promise<{ readonly key: TxidKey; readonly isKnownToBank: boolean }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const charge = await lockRevisable(tx, revision, now);
    revisedCharge(charge, revision);
    const [name] = await withTxids(tx, [charge]);
    const { merchantId, environment, id } = charge;
    const key = { merchantId, environment, txid: name?.txid ?? txidFromId(id) };
    if (!name?.named) await claimTxidRows(tx, [{ ...key, id, terms: revision.fields.terms }]);
    const isFree = await leaseTxid(tx, key, {
      at: new Date(now),
      until: new Date(now + bankLeaseMs),
    });
    if (!isFree) throw unavailable(BUSY_RETRY_SECONDS);
    return { key, isKnownToBank: !isSameAtBank(fieldsOf(charge), revision.fields) };
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

/** The payment may not be booked here yet, so a paid charge is known from the bank's refusal. */
function refusedByBank({ code, message }: BankRefusal): Refusal {
  if (code === 'charge_paid') return new Refusal('charge_not_revisable');
  return new Refusal('provider_refused', { reason: message });
}

function unavailable(retryAfterSeconds: number): Refusal {
  return new Refusal('provider_unavailable', { retryAfterSeconds });
}
