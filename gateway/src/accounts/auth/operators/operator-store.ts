import type { OperatorRole } from '#src/ground/access/roles.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, run, send, sql } from '#src/ground/database/sql.ts';

/** An operator, as the list shows it. */
const OPERATOR = {
  userId: f.inColumn('id', f.text),
  name: f.text,
  email: f.text,
  operatorRole: f.neverNull(f.textOf<OperatorRole>()),
  hasSecondFactor: f.bool,
  /** Null if the operator has no session. */
  seenAt: f.orNull(f.instant),
};
export type OperatorUser = f.RecordOf<typeof OPERATOR>;

// The trigger that refuses to remove the last admin takes the same lock.
const ADMINS_LOCK = 7_316_095;
const $ = paramsOf({ ...OPERATOR, at: f.instant });

const lock = run('operators_lock', sql`select pg_advisory_xact_lock(${param('lock', f.count)})`);

/** Serialises changes of operators until the transaction ends. */
export function lockOperators(tx: Transaction): Promise<void> {
  return lock(tx, { lock: ADMINS_LOCK });
}

/** Up to 500 operators, the oldest first. */
export const selectOperators = many(
  'operators_list',
  OPERATOR,
  sql`select "id", "name", "email", "operatorRole" as operator_role,
      coalesce("twoFactorEnabled", false) as has_second_factor,
      (select max("updatedAt") from auth."session" s where s."userId" = u."id") as seen_at
    from auth."user" u where "operatorRole" is not null order by "id" limit 500`,
);

/** Sets the role of an operator. */
export const updateOperatorRole = send(
  'operator_update_role',
  sql`update auth."user" set "operatorRole" = ${$.operatorRole}, "updatedAt" = ${$.at}
    where "id" = ${$.userId} and "operatorRole" is not null`,
);

/** Deletes an operator with all sessions, the password and the second factor. */
export const deleteOperator = send(
  'operator_delete',
  sql`delete from auth."user" where "id" = ${$.userId} and "operatorRole" is not null`,
);
