import { type Actor, systemActor } from '#src/ground/access/actor.ts';
import type { OperatorRole } from '#src/ground/access/roles.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { checkName } from '../../merchants/merchant.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { refuseWeakPassword } from '../refuse-weak-password.ts';
import { operatorCreatedMail } from '../team/team-mails.ts';
import { hasOperator, insertUser } from '../user-store.ts';
import { lockOperatorsFor } from './lock-operators.ts';

type UserDeps = Pick<AuthDeps, 'database' | 'clock' | 'passwords'>;

export interface NewOperator {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly operatorRole: OperatorRole;
}

/**
 * Creates an operator, and tells it by the mailer if one is given. Refuses `email_taken`,
 * `name_invalid`, `password_too_weak` and, to a former admin, `role_missing`.
 */
export async function createOperator(
  { database, clock, passwords }: UserDeps,
  account: NewOperator,
  by: Actor,
  mailer?: Mailer,
): Promise<void> {
  const { name, operatorRole } = account;
  checkName(name);
  await refuseWeakPassword(account.password, account);
  const passwordHash = await passwords.hash(account.password);
  const now = clock.now();
  const email = account.email.toLowerCase();
  const id = createId(now);
  const access = { operatorRole };
  const user = { id, name, email, passwordHash, isEmailConfirmed: true, access };
  await database.transaction(async (tx) => {
    await lockOperatorsFor(tx, by);
    const isNew = await insertUser(tx, user, now);
    if (!isNew) throw new Refusal('email_taken');
    const details = { role: operatorRole };
    const change = {
      action: 'operator.created' as const,
      merchantId: null,
      subject: email,
      details,
    };
    recordChange(tx, by, change, now);
    const message = mailer && operatorCreatedMail(mailer.appUrl, operatorRole);
    if (message) await mailer.tell(tx, { email }, message, now);
  });
}

/** Creates the configured operator if there is no operator. */
export async function seedOperator(
  deps: UserDeps,
  operator: { email: string; password: string } | undefined,
): Promise<void> {
  if (!operator || (await hasOperator(deps.database))) return;
  const account = { ...operator, name: 'Operador', operatorRole: 'admin' } as const;
  await createOperator(deps, account, systemActor).catch((error: unknown) => {
    // Another process, started at the same moment, created it.
    if (!(error instanceof Refusal && error.code === 'email_taken')) throw error;
  });
}
