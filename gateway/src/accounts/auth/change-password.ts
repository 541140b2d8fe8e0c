import { randomBytes } from 'node:crypto';
import type { Actor } from '#src/ground/access/actor.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from './auth-deps.ts';
import {
  deletePendingAccess,
  insertPasswordReset,
  type LockedUser,
  lockUser,
  selectResetOwner,
  usePasswordReset,
} from './password-reset-store.ts';
import { recordUserChange } from './record-user-change.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { deleteOtherSessions } from './session-store.ts';
import { passwordChangedMail, resetPasswordMail } from './user-mails.ts';
import { selectUserByEmail, updatePassword } from './user-store.ts';

const TOKEN_BYTES = 32;
const LINK_MS = HOUR_MS;
const NO_SESSION = '';

type ChangePasswordDeps = Pick<AuthDeps, 'database' | 'clock' | 'mailer' | 'passwords'>;

/** Writes a mail with a link that sets a new password, if the e-mail has an account. */
export async function sendPasswordReset(deps: ChangePasswordDeps, email: string): Promise<void> {
  const { database, clock, mailer } = deps;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = clock.now();
  const message = resetPasswordMail(mailer.appUrl, token);
  await database.transaction(async (tx) => {
    const userId = (await selectUserByEmail(tx, { email }))?.id ?? null;
    const reset = { tokenSha256: sha256(token), userId, expiresAt: now + LINK_MS, now };
    insertPasswordReset(tx, reset);
    if (userId !== null) await mailer.tell(tx, { email }, message, now);
  });
}

/**
 * Sets a new password by a link. Ends the user's sessions, other links and log-ins that wait for
 * their second step. Refuses `link_invalid`, and `password_too_weak`, after which the link can
 * still be used.
 */
export async function finishPasswordReset(
  deps: ChangePasswordDeps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const { database, clock } = deps;
  const tokenSha256 = sha256(token);
  const owner = await selectResetOwner(database, { tokenSha256, now: clock.now() });
  if (!owner) throw new Refusal('link_invalid');
  const { id, email, name, usernames } = owner;
  await refuseWeakPassword(password, {
    email,
    name,
    ...(usernames !== null && { username: usernames }),
  });
  const passwordHash = await deps.passwords.hash(password);
  await database.transaction(async (tx) => {
    const user = await lockUser(tx, { userId: id });
    const usedCount = await usePasswordReset(tx, { tokenSha256, now: clock.now() });
    if (!user || usedCount === 0) throw new Refusal('link_invalid');
    const by = { kind: user.role, id, name: user.email, address };
    const action = 'account.password_reset';
    const change = { passwordHash, action, keptSessionId: NO_SESSION } as const;
    await setPassword(tx, deps, user, { ...change, by });
  });
}

/**
 * Sets a new password of a user who is logged in, and ends the user's other sessions. Refuses
 * `not_logged_in` if the user was deleted.
 */
export async function changeOwnPassword(
  deps: ChangePasswordDeps,
  { userId, sessionId, password }: { userId: string; sessionId: string; password: string },
  by: Actor,
): Promise<void> {
  const passwordHash = await deps.passwords.hash(password);
  await deps.database.transaction(async (tx) => {
    const user = await lockUser(tx, { userId });
    if (!user) throw new Refusal('not_logged_in');
    const change = {
      passwordHash,
      action: 'account.password_changed' as const,
      keptSessionId: sessionId,
    };
    await setPassword(tx, deps, user, { ...change, by });
  });
}

async function setPassword(
  tx: Transaction,
  { clock, mailer }: ChangePasswordDeps,
  { id: userId, email }: LockedUser,
  change: { passwordHash: string; action: AuditAction; keptSessionId: string; by: Actor },
): Promise<void> {
  const now = clock.now();
  const { passwordHash, action, keptSessionId: keptId, by } = change;
  updatePassword(tx, { userId, passwordHash, at: now });
  deletePendingAccess(tx, userId);
  await deleteOtherSessions(tx, { userId, keptId });
  await recordUserChange(tx, by, userId, { action, subject: email }, now);
  await mailer.tell(tx, { email }, passwordChangedMail(mailer.appUrl), now);
}
