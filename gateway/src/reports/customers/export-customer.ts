import { disputeView } from '#src/disputes/dispute.ts';
import { fileView } from '#src/disputes/files/dispute-file.ts';
import { listFiles } from '#src/disputes/files/manage-files.ts';
import { readDisputesOf } from '#src/disputes/read-disputes.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { mailView } from '#src/messages/payer-mails/payer-mail-view.ts';
import { readMailsOfCharges } from '#src/messages/payer-mails/read-charge-mails.ts';
import { readOfPayer } from '#src/subscriptions/read-of-payer.ts';
import type { SubscriptionState } from '#src/subscriptions/subscription.ts';
import { subscriptionView } from '#src/subscriptions/subscription-view.ts';
import type { CustomerIndex } from '../transactions/customer-links.ts';
import {
  readTransactions,
  type TransactionDetails,
  transactionOf,
} from '../transactions/read-transactions.ts';
import { CUSTOMER_CHARGES_MAX, type CustomerKey } from './customer.ts';
import { customerView, noteView } from './customer-view.ts';
import { readNotes } from './notes/customer-notes.ts';
import { readChargeIds, readCustomer } from './read-customers.ts';

const CHARGES_AT_ONCE = 500;

export interface CustomerExportDeps extends DatabaseAndClock {
  /** A small part of the connections. */
  readonly exportDatabase: Database;
  readonly customers: CustomerIndex;
}

/**
 * Everything that is stored about a customer, as a person may ask for it: the customer, the notes,
 * its charges with their refunds, disputes, the mails to it and its subscriptions. The audit log
 * says who exported it. Refuses `customer_not_found`.
 */
export async function exportCustomer(deps: CustomerExportDeps, key: CustomerKey, by: Actor) {
  const { exportDatabase: database, clock } = deps;
  const { environment } = key;
  await deps.customers.linkNewest(key);
  const customer = await readCustomer(database, key);
  const now = clock.now();
  await deps.database.transaction(async (tx) => {
    const { merchantId, id: subject } = key;
    const details = { environment };
    recordChange(tx, by, { action: 'customer.exported', merchantId, subject, details }, now);
  });
  const ids = await readChargeIds(database, key);
  const charges = await readChargesOf({ database, clock }, key, ids);
  const disputes = await readDisputes(database, key, charges);
  const { document } = customer;
  const subscriptions = await readOfPayer(database, key, { document, max: CUSTOMER_CHARGES_MAX });
  return {
    exported_at: isoTime(now),
    customer: customerView(customer),
    notes: (await readNotes(database, key)).map(noteView),
    charges,
    disputes,
    mails: await readMails(database, key, [...ids, ...subscriptions.map(idOf)]),
    subscriptions: subscriptions.map((state) => subscriptionView(state)),
    is_complete: ids.length < CUSTOMER_CHARGES_MAX && subscriptions.length < CUSTOMER_CHARGES_MAX,
  };
}

function idOf({ subscription: { id } }: SubscriptionState): string {
  return id;
}

type ChargeOnly = Extract<TransactionDetails, { type: 'charge' }>;

async function readChargesOf(
  deps: DatabaseAndClock,
  { merchantId, environment }: CustomerKey,
  ids: readonly string[],
): Promise<ChargeOnly[]> {
  const charges: ChargeOnly[] = [];
  for (let from = 0; from < ids.length; from += CHARGES_AT_ONCE) {
    const keys = ids
      .slice(from, from + CHARGES_AT_ONCE)
      .map((id) => ({ merchantId, environment, id }));
    const read = await readTransactions(deps, keys);
    for (const result of read) {
      const details = transactionOf(result);
      if (details?.type === 'charge') charges.push(details);
    }
  }
  return charges;
}

async function readMails(
  database: Database,
  { merchantId, environment }: CustomerKey,
  ids: readonly string[],
) {
  const mails = [];
  for (let from = 0; from < ids.length; from += CHARGES_AT_ONCE) {
    const some = ids.slice(from, from + CHARGES_AT_ONCE);
    const rows = await readMailsOfCharges(database, { merchantId, environment }, some);
    mails.push(...rows.map((row) => ({ transaction_id: row.chargeId, ...mailView(row) })));
  }
  return mails;
}

async function readDisputes(
  database: Database,
  { merchantId, environment }: CustomerKey,
  charges: readonly ChargeOnly[],
) {
  const disputes = [];
  for (const charge of charges.filter((read) => 'disputed_amount' in read)) {
    const key = { merchantId, environment, id: charge.internal_id };
    for (const dispute of await readDisputesOf(database, key)) {
      const files = await listFiles(database, dispute);
      disputes.push({ ...disputeView(dispute), files: files.map(fileView) });
    }
  }
  return disputes;
}
