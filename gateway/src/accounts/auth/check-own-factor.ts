import type { FastifyRequest } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from './auth-deps.ts';
import { callAuthLibrary } from './call-auth-library.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { userOf } from './own-user.ts';
import { checkSecondFactor } from './second-factor.ts';

/** The password and second factor that a user enters before a change of its own log-in. */
export interface Proof {
  readonly password: string;
  readonly code?: string;
  readonly recovery_code?: string;
}

/**
 * Checks the password, and for a user with a second factor also a code of the app or a recovery
 * code, before the e-mail or the second factor itself changes: a stolen password with an open
 * session must not replace the second factor. Refuses `password_wrong`, `second_factor_invalid`
 * and `rate_limited`.
 */
export async function checkOwnFactors(
  deps: AuthDeps,
  request: FastifyRequest,
  { password, code, recovery_code: recoveryCode }: Proof,
): Promise<void> {
  const user = userOf(request);
  await checkOwnPassword(deps, user, password);
  if (!user.hasSecondFactor) return;
  if (recoveryCode !== undefined) {
    const body = { code: recoveryCode, disableSession: true };
    const path = '/two-factor/verify-backup-code';
    await callAuthLibrary(deps.auth, request, { method: 'POST', path, body });
    return;
  }
  const isRight = code !== undefined && (await checkSecondFactor(deps, user.userId, code));
  if (!isRight) throw new Refusal('second_factor_invalid');
}
