import type { Actor } from '#src/ground/access/actor.ts';
import { operatorRoleTexts } from '#src/ground/access/roles.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { lockOperators, type OperatorUser, selectOperators } from './operator-store.ts';

/**
 * Locks the operators for a change by an operator, a command or the gateway, and returns them.
 * Refuses `role_missing` to an operator who is no longer an admin: the guard read its role before
 * the lock, and a concurrent request may have removed it.
 */
export async function lockOperatorsFor(tx: Transaction, by: Actor): Promise<OperatorUser[]> {
  await lockOperators(tx);
  const operators = await selectOperators(tx);
  const isAdmin = operators.some(
    ({ userId, operatorRole }) => userId === by.id && operatorRole === 'admin',
  );
  if (by.kind === 'operator' && !isAdmin) {
    throw new Refusal('role_missing', { roles: operatorRoleTexts(['admin']) });
  }
  return operators;
}
