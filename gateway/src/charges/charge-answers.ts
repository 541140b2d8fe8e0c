import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import type { Charge } from './charge.ts';
import { selectCharges } from './charge-store.ts';
import { chargeCreated } from './charge-view.ts';
import { chargeFromRow } from './read-charges.ts';

/** The JSON of a charge's creation, also when the charge has changed since. */
export function chargeAnswer(charge: Charge): string {
  return JSON.stringify(chargeCreated({ ...charge, status: 'pending' }));
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
  return new Map(rows.map((row) => [row.id, chargeAnswer(chargeFromRow(row, []))]));
};
