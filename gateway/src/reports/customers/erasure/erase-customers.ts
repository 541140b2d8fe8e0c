import { erasePayers } from '#src/charges/erase-payers.ts';
import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import { hasDraft, hasUnfinished } from '#src/charges/read-payers.ts';
import { eraseDefenseTexts, hasOpenDispute } from '#src/disputes/erase-defense-texts.ts';
import { ERASED_TEXT } from '#src/disputes/erased-text.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, ID_MAX } from '#src/ground/ids.ts';
import { erasePayerMails } from '#src/messages/payer-mails/erase-payer-mails.ts';
import { eraseRefundReasons } from '#src/money-out/refunds/erase-refund-reasons.ts';
import { eraseSubscriptions, hasOpenSubscription } from '#src/subscriptions/erase-subscriptions.ts';
import { eraseEvents } from '#src/webhooks/erase-events.ts';
import type { CustomerIndex } from '../../transactions/customer-links.ts';
import { packAgain } from '../../transactions/pack-search-chunks.ts';
import type { Customer, CustomerKey } from '../customer.ts';
import { lockCustomers } from '../customer-link-store.ts';
import { deleteCharges, deleteCustomer, selectChargeIds } from '../customer-store.ts';
import { deleteNotes } from '../notes/customer-note-store.ts';
import { readCustomer } from '../read-customers.ts';
import type { Erasure } from './erasure.ts';
import {
  advanceErasure,
  insertErasure,
  lockErasure,
  selectChargesToErase,
  selectOpenErasures,
} from './erasure-store.ts';

/** The charges of one transaction. */
const CHARGES_AT_ONCE = 200;
/** How many transactions a request runs itself; background work does the rest. */
const STEPS_OF_REQUEST = 20;
const ERASURES_AT_ONCE = 5;
/** The charges of a customer that are checked at once. */
const CHECKED_AT_ONCE = 5_000;

export interface ErasureDeps extends DatabaseAndClock {
  readonly customers: CustomerIndex;
}

/**
 * Erases the personal data of a customer, except for what the books need: amounts, ids and dates
 * stay. The row and the notes of the customer are deleted at once, with an entry of the audit log;
 * its charges follow in steps, which background work continues. A later charge of the same person
 * makes a new customer. Refuses `customer_not_found` and `customer_has_open_charges`.
 */
export async function eraseCustomer(
  deps: ErasureDeps,
  key: CustomerKey,
  by: Actor,
): Promise<Erasure> {
  await deps.customers.linkNewest(key);
  const now = deps.clock.now();
  const requested = await deps.database.transaction(async (tx) => {
    await lockCustomers(tx, key);
    const customer = await readCustomer(tx, key);
    await refuseUnfinished(tx, customer);
    const { merchantId, environment, id: customerId, lastChargeId: throughId } = customer;
    const erasure: Erasure = {
      merchantId,
      environment,
      id: createId(now),
      customerId,
      throughId,
      erasedCount: 0,
      requestedAt: now,
      finishedAt: null,
    };
    const subscriptions = await eraseSubscriptions(tx, key, customer.document);
    await erasePayerMails(tx, key, subscriptions, now);
    await eraseEvents(tx, key, subscriptions, erasedData);
    deleteNotes(tx, { merchantId, environment, customerId });
    deleteCustomer(tx, key);
    insertErasure(tx, erasure);
    const change = { action: 'customer.erased' as const, merchantId, subject: customerId };
    recordChange(tx, by, { ...change, details: { environment, erasure: erasure.id } }, now);
    return erasure;
  });
  return runSteps(deps, requested, STEPS_OF_REQUEST);
}

/** Continues the erasures of a bucket that have not finished. Returns whether more may be left. */
export async function continueErasures(
  { clock }: Pick<ErasureDeps, 'clock'>,
  bucket: Database,
): Promise<boolean> {
  const open = await selectOpenErasures(bucket, { limit: ERASURES_AT_ONCE });
  for (const erasure of open) await runSteps({ database: bucket, clock }, erasure, 1);
  return open.length > 0;
}

async function runSteps(
  deps: Pick<ErasureDeps, 'database' | 'clock'>,
  erasure: Erasure,
  steps: number,
): Promise<Erasure> {
  let state = erasure;
  for (let step = 0; step < steps && state.finishedAt === null; step += 1) {
    state = await eraseSome(deps, state);
  }
  return state;
}

/** Erases the next charges of an erasure in one transaction. Returns the erasure after it. */
function eraseSome(
  { database, clock }: Pick<ErasureDeps, 'database' | 'clock'>,
  { merchantId, environment, id }: Erasure,
): Promise<Erasure> {
  const scope = { merchantId, environment };
  return database.transaction(async (tx) => {
    await lockCustomers(tx, scope);
    const erasure = await lockErasure(tx, { ...scope, id });
    if (!erasure) throw new Error('an erasure has disappeared');
    if (erasure.finishedAt !== null) return erasure;
    const ids = await selectChargesToErase(tx, erasure, CHARGES_AT_ONCE);
    const count = await eraseCharges(tx, erasure, { chargeIds: ids, now: clock.now() });
    const finishedAt = ids.length < CHARGES_AT_ONCE ? clock.now() : null;
    advanceErasure(tx, { ...erasure, count, finishedAt });
    return { ...erasure, erasedCount: erasure.erasedCount + count, finishedAt };
  });
}

/** Erases the payers of charges from everything that repeats them. Returns how many charges. */
async function eraseCharges(
  tx: Transaction,
  { merchantId, environment, customerId }: Erasure,
  { chargeIds, now }: { readonly chargeIds: readonly string[]; readonly now: number },
): Promise<number> {
  const scope = { merchantId, environment };
  const charges = await erasePayers(tx, scope, chargeIds);
  const ids = charges.map(({ id }) => id);
  const refunded = charges.filter(({ isRefunded }) => isRefunded).map(({ id }) => id);
  const disputed = charges.filter(({ isDisputed }) => isDisputed).map(({ id }) => id);
  eraseRefundReasons(tx, scope, refunded);
  await erasePayerMails(tx, scope, ids, now);
  const disputes = await eraseDefenseTexts(tx, scope, disputed);
  await eraseEvents(tx, scope, [...ids, ...disputes], erasedData);
  // Chunks have live charges only; they are packed from the erased rows.
  if (environment === 'live') await packAgain(tx, merchantId, ids);
  deleteCharges(tx, { ...scope, id: customerId, ids });
  return ids.length;
}

/** The data of an event without a person: the payer, and texts that people wrote. */
function erasedData(data: Readonly<Record<string, unknown>>): object {
  const { refunds, defense } = data;
  return {
    ...data,
    ...('payer' in data && { payer: ERASED_PAYER }),
    ...('description' in data && { description: null }),
    ...('utm' in data && { utm: null }),
    ...('metadata' in data && { metadata: null }),
    ...(Array.isArray(refunds) && { refunds: refunds.map(withoutReason) }),
    ...(isObject(defense) && { defense: { ...defense, text: ERASED_TEXT } }),
  };
}

function withoutReason(refund: unknown): unknown {
  return isObject(refund) && 'reason' in refund ? { ...refund, reason: null } : refund;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses `customer_has_open_charges` while money of the customer may still move. */
async function refuseUnfinished(tx: Transaction, customer: Customer): Promise<void> {
  const { document } = customer;
  let isOpen =
    (await hasDraft(tx, customer, document)) || (await hasOpenSubscription(tx, customer, document));
  let beforeId = ID_MAX;
  while (!isOpen) {
    const page = { beforeId, limit: CHECKED_AT_ONCE };
    const ids = await selectChargeIds(tx, customer, page);
    isOpen = (await hasUnfinished(tx, customer, ids)) || (await hasOpenDispute(tx, customer, ids));
    const last = ids.at(-1);
    if (last === undefined || ids.length < CHECKED_AT_ONCE) break;
    beforeId = last;
  }
  if (isOpen) throw new Refusal('customer_has_open_charges');
}
