import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import type { ChargeOwner } from '../charge-owner.ts';
import { rulesView } from './due-view.ts';
import { type Revision, selectFirstTerms, selectRevisions } from './revision-store.ts';

/** The terms that changes of a charge have replaced, as the API shows them, the first first. */
export async function readRevisions(database: Queryable, key: TransactionKey) {
  return (await selectRevisions(database, key)).map(revisionView);
}

/** The terms that changes of a charge have replaced, the first first. */
export function readReplacedTerms(
  database: Queryable,
  key: TransactionKey,
): Promise<readonly Revision[]> {
  return selectRevisions(database, key);
}

/**
 * Returns the charges with the terms of their creation, where they were changed since. Charges
 * without a due date stay as they are (`readFirstAnswered`).
 */
async function readFirstTerms(
  database: Queryable,
  charges: readonly Charge[],
): Promise<readonly Charge[]> {
  const changed = charges.filter(({ due }) => due !== null && due.revision > 0);
  if (changed.length === 0) return charges;
  const first = await selectFirstTerms(database, changed);
  return charges.map((charge) => ({ ...charge, due: first.get(charge.id) ?? charge.due }));
}

/** A charge with a due date may have other terms than its creation answered. */
export const dueOwner: ChargeOwner = { name: 'due', firstAnswer: readFirstTerms };

/** Terms that a change replaced, as the API shows them. */
function revisionView({ terms: { rules, revision }, replacedAt }: Revision) {
  const amount = centavosToJson(rules.amount);
  return { revision, amount, ...rulesView(rules), replaced_at: isoTime(replacedAt) };
}
