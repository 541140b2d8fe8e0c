import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import type { AuthDeps } from './auth-deps.ts';
import { selectOpenedMerchant } from './memberships/membership-store.ts';
import { type LogInUser, selectLogInUser } from './user-store.ts';

const TWO_FACTOR_COOKIE = 'two_factor';
/** Refusals that are recorded as failed log-ins. */
const FAILURES: readonly ProblemCode[] = ['log_in_failed', 'second_factor_invalid'];

export type RecordLogInDeps = Pick<AuthDeps, 'database' | 'clock' | 'auth' | 'sandboxLogIn'>;

/**
 * Runs a step of a log-in and records its failure in the audit log. Throws the errors of the step.
 * An e-mail without an account is not recorded, because users enter passwords there by mistake. The
 * answer doesn't wait for the record, because its duration would reveal which e-mails have an
 * account.
 */
export async function recordFailure<Answer>(
  deps: RecordLogInDeps,
  request: FastifyRequest,
  user: LogInUser | undefined,
  step: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await step();
  } catch (error) {
    const isFailure = error instanceof Refusal && FAILURES.includes(error.code);
    if (user && isFailure) {
      record(deps, request, user, 'account.log_in_failed').catch((reason: unknown) =>
        request.log.warn({ err: reason }, 'a failed log-in was not recorded'),
      );
    }
    throw error;
  }
}

/**
 * Records in the audit log, of the merchant that the log-in opens, that a user has logged in.
 * Log-ins to the sandbox are not recorded.
 */
export function recordLogIn(
  deps: RecordLogInDeps,
  request: FastifyRequest,
  user: LogInUser,
): Promise<void> {
  return record(deps, request, user, 'account.logged_in');
}

/** The user of a log-in that waits for its second step; undefined if it has expired. */
export async function findSecondStepUser(
  { auth }: RecordLogInDeps,
  request: FastifyRequest,
): Promise<LogInUser | undefined> {
  const { createAuthCookie, internalAdapter } = await (await auth.library()).$context;
  const { name } = createAuthCookie(TWO_FACTOR_COOKIE);
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  // The value is a random, secret id of the step, then a dot and a signature.
  const [step] = /^[^.%]+/.exec(value ?? '') ?? [];
  if (step === undefined) return undefined;
  const verification = await internalAdapter.findVerificationValue(step);
  return verification ? { userId: verification.value } : undefined;
}

async function record(
  { database, clock, sandboxLogIn }: RecordLogInDeps,
  request: FastifyRequest,
  user: LogInUser,
  action: AuditAction,
): Promise<void> {
  const { ip: address } = request;
  const logInUser = await selectLogInUser(database, user);
  // The sandbox's password is public: its many log-ins would fill the audit log.
  if (!logInUser || logInUser.email === sandboxLogIn.email) return;
  const { id, email, role } = logInUser;
  const merchantId = (await selectOpenedMerchant(database, { userId: id })) ?? null;
  await database.transaction(async (tx) => {
    const by = { kind: role, id, name: email, address };
    recordChange(tx, by, { action, merchantId, subject: email }, clock.now());
  });
}
