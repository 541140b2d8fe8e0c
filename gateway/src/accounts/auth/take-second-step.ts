import type { FastifyRequest } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from './auth-deps.ts';
import { callAuthLibrary } from './call-auth-library.ts';
import { markCodeUsed } from './second-factor.ts';
import { deleteSessionByToken } from './session-store.ts';

/**
 * The second step of a log-in: a code of the app or a recovery code. A code works once. Refuses
 * `second_factor_invalid` and `log_in_expired`.
 */
export async function takeSecondStep(
  deps: AuthDeps,
  request: FastifyRequest,
  step: { code: string } | { recovery_code: string },
) {
  const isTotp = 'code' in step;
  const path = isTotp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
  const body = { code: isTotp ? step.code : step.recovery_code };
  const answer = await callAuthLibrary(deps.auth, request, { method: 'POST', path, body });
  if (!isTotp) return answer;
  const userId = String(Object(answer.body.user).id);
  if (await markCodeUsed(deps.database, userId, step.code, deps.clock.now())) return answer;
  // The library has opened a session, but this code was used before.
  await deleteSessionByToken(deps.database, String(answer.body.token));
  throw new Refusal('second_factor_invalid');
}
