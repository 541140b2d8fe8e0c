import type { Queryable } from '#src/ground/database/database.ts';
import type { Charge } from '../charge.ts';
import { selectFirstTerms } from './revision-store.ts';

/** Charges with the terms of their creation, also if they were changed since. */
export async function readFirstTerms(
  database: Queryable,
  charges: readonly Charge[],
): Promise<readonly Charge[]> {
  const changed = charges.filter(({ due }) => due !== null && due.revision > 0);
  if (changed.length === 0) return charges;
  const first = await selectFirstTerms(database, changed);
  return charges.map((charge) => ({ ...charge, due: first.get(charge.id) ?? charge.due }));
}
