import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import type { ChargeOwner } from '../charge-owner.ts';
import type { DueTerms } from '../due/due-terms.ts';
import { rulesView } from '../due/due-view.ts';
import type { EarlierFields } from '../standard-charge.ts';
import {
  areDueTerms,
  type Revision,
  selectFirstTerms,
  selectRevision,
  selectRevisions,
} from './revision-store.ts';

/** The terms that changes of a charge have replaced, as the API shows them, the first first. */
export async function readRevisions(database: Queryable, key: TransactionKey) {
  return (await readReplacedTerms(database, key)).map(revisionView);
}

/** The terms that changes of a charge with a due date have replaced, the first first. */
export async function readReplacedTerms(
  database: Queryable,
  key: TransactionKey,
): Promise<readonly Revision<DueTerms>[]> {
  return (await selectRevisions(database, key)).flatMap(({ terms, ...revision }) =>
    areDueTerms(terms) ? [{ ...revision, terms }] : [],
  );
}

/**
 * The fields that a charge without a due date had in an earlier revision; undefined for an unknown
 * one.
 */
export async function readEarlierFields(
  database: Queryable,
  key: TransactionKey & { readonly revision: number },
): Promise<EarlierFields | undefined> {
  const found = await selectRevision(database, key);
  if (!found || areDueTerms(found.terms)) return undefined;
  const { amount, expiresInSeconds } = found.terms;
  const { payer, terms } = found.standard ?? {};
  return { amount, expiresInSeconds, payer, terms };
}

/** Returns the charges as their creation answered them, where they were changed since. */
async function readFirstAnswered(
  database: Queryable,
  charges: readonly Charge[],
): Promise<readonly Charge[]> {
  const changed = charges.filter(({ due }) => due === null || due.revision > 0);
  if (changed.length === 0) return charges;
  const first = await selectFirstTerms(database, changed);
  return charges.map((charge) => {
    const terms = first.get(charge.id);
    if (!terms) return charge;
    if (areDueTerms(terms)) return { ...charge, due: terms };
    const { expiresInSeconds, ...answered } = terms;
    return { ...charge, ...answered, expiresAt: charge.createdAt + expiresInSeconds * SECOND_MS };
  });
}

/** A charge may have been changed since its creation was answered. */
export const revisionOwner: ChargeOwner = { name: 'revisions', firstAnswer: readFirstAnswered };

/** Terms that a change replaced, as the API shows them. */
function revisionView({ terms: { rules }, revision, replacedAt }: Revision<DueTerms>) {
  const amount = centavosToJson(rules.amount);
  return { revision, amount, ...rulesView(rules), replaced_at: isoTime(replacedAt) };
}
