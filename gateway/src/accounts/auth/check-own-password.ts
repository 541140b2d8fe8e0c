import type { PanelUser } from '#src/ground/access/member-of-request.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { limitPasswordChecks } from './attempt-limits.ts';
import type { AuthDeps } from './auth-deps.ts';
import { selectUserByEmail } from './user-store.ts';

/**
 * Checks the current password before a user's own e-mail or password changes: an open session alone
 * is not enough. Refuses `password_wrong` and `rate_limited`.
 */
export async function checkOwnPassword(
  { database, attempts, passwords }: AuthDeps,
  { userId, email }: PanelUser,
  password: string,
): Promise<void> {
  await limitPasswordChecks(attempts, userId);
  const hash = (await selectUserByEmail(database, { email }))?.password;
  const isRight = hash ? await passwords.verify({ hash, password }) : false;
  if (!isRight) throw new Refusal('password_wrong');
}
