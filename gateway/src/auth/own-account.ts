import type { FastifyRequest } from 'fastify';
import { actorOf, type PanelUser } from '#src/access/member-of-request.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Mail } from '#src/mail/mail.ts';
import { writeMail } from '#src/mail/write-mail.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { SecretBox } from '#src/platform/encryption/encryption.ts';
import type { Auth } from './auth.ts';
import type { Tries } from './tries.ts';

export interface OwnAccountDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly auth: Auth;
  readonly tries: Tries;
}

/** Whoever is logged in, merchant or operator. Throws when the route has no guard: a bug. */
export function userOf(request: FastifyRequest): PanelUser {
  const user = request.operator ?? request.member;
  if (!user) throw new Error('this route has no guard');
  return user;
}

/**
 * Writes what somebody changed of the own account into the audit log, and the mail that tells it.
 * The log-in library changes accounts in transactions of its own, so this comes right after.
 */
export function recordOwnChange(
  deps: OwnAccountDeps,
  request: FastifyRequest,
  action: string,
  mail?: Mail,
): Promise<void> {
  const at = deps.clock.now();
  const merchantId = request.member?.merchant.merchantId ?? null;
  const change = { action, merchantId, subject: userOf(request).email };
  return deps.database.transaction(async (tx) => {
    recordChange(tx, actorOf(request), change, at);
    if (mail) writeMail(tx, deps.secretBox, mail, at);
  });
}
