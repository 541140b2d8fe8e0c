import type { FastifyRequest } from 'fastify';
import { actorOf, type PanelUser } from '#src/ground/access/member-of-request.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Mail } from '#src/ground/mail/mail.ts';
import { writeMail } from '#src/ground/mail/write-mail.ts';
import type { AuthDeps } from './auth-deps.ts';

/** The user who is logged in, of a merchant or an operator. Throws if the route has no guard. */
export function userOf(request: FastifyRequest): PanelUser {
  const user = request.operator ?? request.member;
  if (!user) throw new Error('this route has no guard');
  return user;
}

/**
 * Records in the audit log what a user changed about the own log-in, and writes mails about it.
 * The log-in library commits in transactions of its own, so this runs right after the change.
 */
export function recordOwnChange(
  deps: Pick<AuthDeps, 'database' | 'clock' | 'secretBox'>,
  request: FastifyRequest,
  action: string,
  mails: readonly Mail[] = [],
): Promise<void> {
  const at = deps.clock.now();
  const merchantId = request.member?.merchant.merchantId ?? null;
  const change = { action, merchantId, subject: userOf(request).email };
  return deps.database.transaction(async (tx) => {
    recordChange(tx, actorOf(request), change, at);
    for (const mail of mails) writeMail(tx, deps.secretBox, mail, at);
  });
}
