import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { selectBeneficiaries } from './beneficiary-store.ts';
import type { SavedBeneficiary } from './saved-beneficiary.ts';

/** The saved beneficiaries of a scope by name. */
export async function readBeneficiaries(
  database: Queryable,
  scope: LedgerScope,
): Promise<readonly SavedBeneficiary[]> {
  const saved = await selectBeneficiaries(database, scope);
  const order = new Intl.Collator('pt-BR');
  return saved.toSorted((one, other) => order.compare(one.name, other.name));
}
