import type { Actor } from '#src/ground/access/actor.ts';
import { operatorRoleTexts } from '#src/ground/access/roles.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { lockOperators, selectOperators } from './operator-store.ts';
import type { OperatorUser } from './operator-user.ts';

/**
 * Locks the operators for a change by one of them, a command or the gateway, and returns them.
 * Refuses `role_missing` to an operator who is no admin any more: the guard has read its role
 * before the lock, and one who is being removed must not create or remove anybody meanwhile.
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
