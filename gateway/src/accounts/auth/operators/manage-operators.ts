import type { Actor } from '#src/ground/access/actor.ts';
import type { OperatorRole } from '#src/ground/access/roles.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { closeViewsOfUser } from '../merchant-view/merchant-view-store.ts';
import { deletePendingAccess } from '../password-reset-store.ts';
import { lockOperatorsFor } from './lock-operators.ts';
import { deleteOperator, type OperatorUser, updateOperatorRole } from './operator-store.ts';

/** Identifies an operator: by its id at the panel, by its e-mail on the command line. */
export type OperatorKey = { readonly userId: string } | { readonly email: string };

/**
 * Changes the role of an operator, with effect from its next request, and ends its views of
 * merchants. Refuses `user_not_found`, `last_admin` and, to a former admin, `role_missing`.
 */
export async function changeOperatorRole(
  { database, clock }: DatabaseAndClock,
  which: OperatorKey,
  operatorRole: OperatorRole,
  by: Actor,
): Promise<OperatorUser> {
  return database.transaction(async (tx) => {
    const { operator, isLastAdmin } = await lockOperator(tx, which, by);
    const { userId, email: subject, operatorRole: from } = operator;
    if (from === operatorRole) return operator;
    if (isLastAdmin) throw new Refusal('last_admin');
    const now = clock.now();
    updateOperatorRole(tx, { userId, operatorRole, at: now });
    closeViewsOfUser(tx, { userId });
    const details = { from, to: operatorRole };
    const change = { action: 'operator.role_changed' as const, merchantId: null, subject, details };
    recordChange(tx, by, change, now);
    return { ...operator, operatorRole };
  });
}

/**
 * Removes an operator: deletes its user and sessions, so all processes refuse its next request.
 * Refuses `user_not_found`, `last_admin` and, to a former admin, `role_missing`.
 */
export async function removeOperator(
  { database, clock }: DatabaseAndClock,
  which: OperatorKey,
  by: Actor,
): Promise<OperatorUser> {
  return database.transaction(async (tx) => {
    const { operator, isLastAdmin } = await lockOperator(tx, which, by);
    if (isLastAdmin) throw new Refusal('last_admin');
    const { userId, email: subject, operatorRole: role } = operator;
    deletePendingAccess(tx, userId);
    deleteOperator(tx, { userId });
    const change = {
      action: 'operator.removed' as const,
      merchantId: null,
      subject,
      details: { role },
    };
    recordChange(tx, by, change, clock.now());
    return operator;
  });
}

async function lockOperator(tx: Transaction, which: OperatorKey, by: Actor) {
  const operators = await lockOperatorsFor(tx, by);
  const operator = operators.find(({ userId, email }) =>
    'userId' in which ? userId === which.userId : email === which.email,
  );
  if (!operator) throw new Refusal('user_not_found');
  const admins = operators.filter(({ operatorRole }) => operatorRole === 'admin');
  return { operator, isLastAdmin: operator.operatorRole === 'admin' && admins.length === 1 };
}
