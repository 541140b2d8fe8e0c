import { Type } from 'typebox';
import { chargeStatuses } from '#src/charges/charge.ts';
import { ChargeRefund } from '#src/charges/charge-refund.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import { disputeView } from '#src/disputes/dispute.ts';
import { DisputeDetails } from '#src/disputes/dispute-schemas.ts';
import { readDisputesOf } from '#src/disputes/read-disputes.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { readAddressStop } from '#src/messages/payer-mails/address-stops.ts';
import { readRefundsOf } from '#src/money-out/refunds/read-refunds.ts';
import { CUSTOMER_CHARGES_MAX, type Customer, type CustomerKey } from './customer.ts';
import { CustomerAnswer, CustomerWithSummary, Note } from './customer-schemas.ts';
import { selectReturned } from './customer-store.ts';
import { customerDetails, customerView, noteView } from './customer-view.ts';
import { readNotes } from './notes/customer-notes.ts';
import { readCustomerWithSums } from './read-customers.ts';

/** The newest charges with refunds or disputes that the page of a customer shows. */
const RETURNED_SHOWN = 20;

const NewestCharge = Type.Object({
  internal_id: Type.String(),
  status: oneOf(chargeStatuses),
  amount: Type.Integer({ description: 'Centavos.' }),
  paid_at: Type.Union([Type.String(), Type.Null()]),
});

/** A customer in the panel's list, with its newest charge. */
export const CustomerInList = Type.Object({
  ...CustomerAnswer.properties,
  last_charge: Type.Union([NewestCharge, Type.Null()]),
});

export const CustomerList = Type.Object({
  data: Type.Array(CustomerInList),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

/** A customer on its page: the sums, the notes, and the newest refunds and disputes. */
export const CustomerOnPage = Type.Object({
  ...CustomerWithSummary.properties,
  notes: Type.Array(Note),
  refunds: Type.Array(
    Type.Object({
      ...ChargeRefund.properties,
      transaction_id: Type.String({ description: 'A cobrança devolvida.' }),
    }),
  ),
  disputes: Type.Array(DisputeDetails),
  email_stop: Type.Union([oneOf(['unsubscribed', 'refused']), Type.Null()], {
    description: 'Por que o e-mail do cliente não recebe mais nada desta loja.',
  }),
});

/** The customers of a list with their newest charges. */
export async function withNewestCharges(database: Database, customers: readonly Customer[]) {
  const keys = customers.map(({ merchantId, environment, lastChargeId: id }) => ({
    merchantId,
    environment,
    id,
  }));
  const charges = keys.length > 0 ? await readCharges(database, keys) : [];
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  return customers.map((customer) => {
    const charge = byId.get(customer.lastChargeId);
    const newest = charge && {
      internal_id: charge.id,
      status: charge.status,
      amount: centavosToJson(charge.amount),
      paid_at: charge.paidAt === null ? null : isoTime(charge.paidAt),
    };
    return { ...customerView(customer), last_charge: newest ?? null };
  });
}

/** Everything that the page of a customer shows at once. Refuses `customer_not_found`. */
export async function readCustomerPage(
  { database, readKey }: { database: Database; readKey: () => Promise<Buffer> },
  key: CustomerKey,
) {
  const { merchantId, environment } = key;
  const details = customerDetails(await readCustomerWithSums(database, key));
  const { email } = details;
  const deps = { database, readKey };
  const stop = email === null ? undefined : await readAddressStop(deps, merchantId, email);
  const limits = { read: CUSTOMER_CHARGES_MAX, shown: RETURNED_SHOWN };
  const ids = await selectReturned(database, key, limits);
  const keys = ids.map((id) => ({ merchantId, environment, id }));
  const charges = keys.length > 0 ? await readCharges(database, keys) : [];
  const refunds = [...(await readRefundsOf(database, charges))].flatMap(([id, group]) =>
    group.map((refund) => ({ ...refund, transaction_id: id })),
  );
  const disputed = charges.filter(({ disputeCount }) => disputeCount > 0);
  const disputes = await Promise.all(disputed.map((charge) => readDisputesOf(database, charge)));
  return {
    ...details,
    notes: (await readNotes(database, key)).map(noteView),
    refunds: refunds.sort(newestFirst),
    disputes: disputes.flat().map(disputeView).sort(newestFirst),
    email_stop: stop?.reason ?? null,
  };
}

function newestFirst(left: { internal_id: string }, other: { internal_id: string }): number {
  return left.internal_id < other.internal_id ? 1 : -1;
}
