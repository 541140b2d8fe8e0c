import type { OperatorRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { OperatorUser } from './operator-user.ts';

// The trigger that refuses to remove the last admin takes the same lock.
const ADMINS_LOCK = 7_316_095;
const LOCK = { name: 'operators_lock', text: 'select pg_advisory_xact_lock($1)' };
const SELECT_OPERATORS = {
  name: 'operators_list',
  text: `select "id", "name", "email", "operatorRole" as operator_role,
      coalesce("twoFactorEnabled", false) as has_second_factor,
      (select max("updatedAt") from auth."session" s where s."userId" = u."id") as seen_at
    from auth."user" u where "operatorRole" is not null order by "id" limit 500`,
};
const UPDATE_ROLE = {
  name: 'operator_update_role',
  text: `update auth."user" set "operatorRole" = $2, "updatedAt" = $3
    where "id" = $1 and "operatorRole" is not null`,
};
const DELETE_OPERATOR = {
  name: 'operator_delete',
  text: `delete from auth."user" where "id" = $1 and "operatorRole" is not null`,
};

interface OperatorRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly operator_role: OperatorRole;
  readonly has_second_factor: boolean;
  readonly seen_at: number | null;
}

/** Serialises changes of operators until the transaction ends. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await tx.query(LOCK, [ADMINS_LOCK]);
}

/** Up to 500 operators, the oldest first. */
export async function selectOperators(database: Queryable): Promise<OperatorUser[]> {
  const rows = await database.query<OperatorRow>(SELECT_OPERATORS, []);
  return rows.map((row) => ({
    userId: row.id,
    name: row.name,
    email: row.email,
    operatorRole: row.operator_role,
    hasSecondFactor: row.has_second_factor,
    seenAt: row.seen_at,
  }));
}

/** Sets the role of an operator. */
export function updateOperatorRole(
  tx: Transaction,
  userId: string,
  operatorRole: OperatorRole,
  at: number,
): void {
  tx.send(UPDATE_ROLE, [userId, operatorRole, new Date(at)]);
}

/** Deletes an operator with all sessions, the password and the second factor. */
export function deleteOperator(tx: Transaction, userId: string): void {
  tx.send(DELETE_OPERATOR, [userId]);
}
