import type { FastifyRequest } from 'fastify';
import { recordChange } from '#src/audit/record-change.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type ProblemCode, Refusal } from '#src/platform/errors/problems.ts';
import type { Auth } from './auth.ts';
import { type LogInUser, selectLogInUser } from './log-in-store.ts';

const TWO_FACTOR_COOKIE = 'two_factor';
/** Refusals that somebody gets who can't prove to be the user. */
const FAILURES: readonly ProblemCode[] = ['log_in_failed', 'second_factor_invalid'];

export interface RecordLogInDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly auth: Auth;
  /** The sandbox's log-in is published: everybody's visits would fill the log. */
  readonly sandboxLogIn: { readonly email: string };
}

/**
 * Runs a step of a log-in and writes a failure of it into the audit log. An e-mail without an
 * account is not written, for people type passwords there. The answer doesn't wait for the writing,
 * or its time would tell which e-mails have an account.
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

/** Writes into the audit log that a user has logged in. */
export function recordLogIn(
  deps: RecordLogInDeps,
  request: FastifyRequest,
  user: LogInUser,
): Promise<void> {
  return record(deps, request, user, 'account.logged_in');
}

/** Who has given the right password in the first of two steps; undefined when that is over. */
export async function userOfSecondStep(
  { auth }: RecordLogInDeps,
  request: FastifyRequest,
): Promise<LogInUser | undefined> {
  const { createAuthCookie, internalAdapter } = await auth.auth.$context;
  const { name } = createAuthCookie(TWO_FACTOR_COOKIE);
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  // The name of the step, random and secret, then a dot and a signature.
  const [step] = /^[^.%]+/.exec(value ?? '') ?? [];
  if (step === undefined) return undefined;
  const verification = await internalAdapter.findVerificationValue(step);
  return verification ? { userId: verification.value } : undefined;
}

async function record(
  { database, clock, sandboxLogIn }: RecordLogInDeps,
  request: FastifyRequest,
  user: LogInUser,
  action: string,
): Promise<void> {
  const { ip: address } = request;
  const found = await selectLogInUser(database, user);
  if (!found || found.email === sandboxLogIn.email) return;
  const { id, email, role, merchant_id: merchantId } = found;
  await database.transaction(async (tx) => {
    const by = { kind: role, id, name: email, address };
    recordChange(tx, by, { action, merchantId, subject: email }, clock.now());
  });
}
