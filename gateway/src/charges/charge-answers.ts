import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { type Charge, feeOf } from './charge.ts';
import { chargeOwners } from './charge-owner.ts';
import { selectCharges } from './charge-store.ts';
import { chargeCreated } from './charge-view.ts';
import type { DueTerms } from './due/due-terms.ts';
import { endOf } from './due/plan-due.ts';
import { chargeFromRow } from './read-charges.ts';

/** The JSON of a charge's creation, also when the charge has changed since. */
export function chargeAnswer(charge: Charge): string {
  const { createdAt, due } = charge;
  const created = due ? asDueCreated(charge, due) : asCreated(charge);
  return JSON.stringify(chargeCreated(created, createdAt));
}

/** The id of the charge in the JSON of its creation. */
export function idInAnswer(body: string): string {
  const { internal_id: id }: { internal_id?: unknown } = JSON.parse(body);
  if (typeof id !== 'string') throw new Error('the answer of a charge has no id');
  return id;
}

/** Reads the answers of charges' creations; a live draft has none yet. */
export const readChargeAnswers: AnswerReader = async (database, resources) => {
  const rows = await selectCharges(database, resources);
  let charges: readonly Charge[] = rows.map((row) => asAsked(chargeFromRow(row, [])));
  for (const { firstAnswer } of chargeOwners()) {
    if (firstAnswer) charges = await firstAnswer(database, charges);
  }
  return new Map(charges.map((charge) => [charge.id, chargeAnswer(charge)]));
};

/** A charge that was paid with another amount gets what it asked for until then. */
function asAsked(charge: Charge): Charge {
  const { amount, expected = amount, fee, expectedFee = fee } = charge;
  return { ...charge, amount: expected, fee: expectedFee };
}

function asCreated(charge: Charge): Charge {
  return { ...charge, status: 'pending' };
}

/** A payment and a change give a charge with a due date another amount and another end. */
function asDueCreated(charge: Charge, { rules, local, agreedFee }: DueTerms): Charge {
  const { amount } = rules;
  const fee = feeOf(amount, agreedFee);
  return asCreated({ ...charge, amount, fee, expiresAt: endOf(rules, local) });
}
