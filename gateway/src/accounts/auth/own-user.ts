import type { FastifyRequest } from 'fastify';
import { actorOf, type PanelUser } from '#src/ground/access/member-of-request.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import type { MailAudience, Message } from '#src/ground/mail/mailer.ts';
import type { AuthDeps } from './auth-deps.ts';
import { recordUserChange } from './record-user-change.ts';

/** The user who is logged in, of a merchant or an operator. Throws if the route has no guard. */
export function userOf(request: FastifyRequest): PanelUser {
  const user = request.operator ?? request.member;
  if (!user) throw new Error('this route has no guard');
  return user;
}

/** A mail about a change of a user's own log-in. */
export interface OwnMail {
  readonly audience: MailAudience;
  readonly message: Message;
}

/**
 * Records a change of a user's own log-in in the audit log, and writes mails about it. It runs
 * right after the change, because the log-in library commits in its own transactions.
 */
export function recordOwnChange(
  deps: Pick<AuthDeps, 'database' | 'clock' | 'mailer'>,
  request: FastifyRequest,
  action: AuditAction,
  mails: readonly OwnMail[] = [],
): Promise<void> {
  const at = deps.clock.now();
  const { userId, email: subject } = userOf(request);
  return deps.database.transaction(async (tx) => {
    await recordUserChange(tx, actorOf(request), userId, { action, subject }, at);
    for (const { audience, message } of mails) await deps.mailer.tell(tx, audience, message, at);
  });
}
