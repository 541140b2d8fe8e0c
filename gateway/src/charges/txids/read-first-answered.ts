import type { Queryable } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import type { Charge } from '../charge.ts';
import { selectFirstAnswered } from './revision-of-charge-store.ts';

/**
 * Returns the charges with the fields that their creation answered, where the Central Bank's API
 * has revised them since. Charges with a due date stay as they are (`readFirstTerms`).
 */
export async function readFirstAnswered(
  database: Queryable,
  charges: readonly Charge[],
): Promise<readonly Charge[]> {
  const immediate = charges.filter(({ due }) => due === null);
  if (immediate.length === 0) return charges;
  const first = await selectFirstAnswered(database, immediate);
  return charges.map((charge) => {
    const answered = first.get(charge.id);
    if (!answered) return charge;
    const { expiresInSeconds, ...fields } = answered;
    return { ...charge, ...fields, expiresAt: charge.createdAt + expiresInSeconds * SECOND_MS };
  });
}
