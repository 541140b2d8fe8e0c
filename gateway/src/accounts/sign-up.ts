import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { type Actor, systemActor } from '#src/audit/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { FeeDefaults } from '#src/config.ts';
import { openMerchant } from '#src/merchants/manage-merchants.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database.ts';
import { createId } from '#src/platform/ids.ts';
import { Refusal } from '#src/platform/problems.ts';
import { hasOperator, insertUser, selectUserByEmail, updatePassword } from './account-store.ts';

export interface UserNeeds {
  readonly database: Database;
  readonly clock: Clock;
}

export interface NewAccount {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Opens a merchant's account with its first user, both or none. Answers `taken` for an e-mail that
 * has an account, which the caller must not tell. Refuses `username_invalid` and `username_taken`.
 */
export async function signUp(
  needs: UserNeeds & { readonly fees: FeeDefaults },
  account: NewAccount,
  address: string,
): Promise<'opened' | 'taken'> {
  const { database, clock } = needs;
  const email = account.email.toLowerCase();
  // Hashed in every case, so that the time taken doesn't tell which e-mails have an account.
  const passwordHash = await hashPassword(account.password);
  if (await selectUserByEmail(database, email)) return 'taken';
  const now = clock.now();
  const id = createId(now);
  const open = database.transaction(async (tx) => {
    const { merchantId } = await openMerchant(tx, needs, account);
    const user = { id, name: account.name, email, isEmailConfirmed: false, passwordHash };
    const isNew = await insertUser(tx, { ...user, role: 'merchant', merchantId }, now);
    // Two at once with one e-mail: the second one's merchant goes with its transaction.
    if (!isNew) throw new Refusal('email_taken');
    const actor: Actor = { kind: 'merchant', id, name: email, address };
    const subject = account.username;
    recordChange(tx, actor, { action: 'account.opened', merchantId, subject }, now);
    return 'opened' as const;
  });
  return open.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'email_taken') return 'taken';
    throw error;
  });
}

/** Opens an operator's account. Refuses `email_taken`. */
export async function createOperator(
  { database, clock }: UserNeeds,
  account: { name: string; email: string; password: string },
  by: Actor,
): Promise<void> {
  const passwordHash = await hashPassword(account.password);
  const now = clock.now();
  const email = account.email.toLowerCase();
  const id = createId(now);
  const user = { id, name: account.name, email, passwordHash, isEmailConfirmed: true };
  await database.transaction(async (tx) => {
    const isNew = await insertUser(tx, { ...user, role: 'operator', merchantId: null }, now);
    if (!isNew) throw new Refusal('email_taken');
    recordChange(tx, by, { action: 'operator.created', merchantId: null, subject: email }, now);
  });
}

/** The first operator, of the configuration, when there is none yet. */
export async function seedOperator(
  needs: UserNeeds,
  operator: { email: string; password: string } | undefined,
): Promise<void> {
  if (!operator || (await hasOperator(needs.database))) return;
  const account = { ...operator, name: 'Operador' };
  await createOperator(needs, account, systemActor).catch((error: unknown) => {
    // Another process that started at the same moment.
    if (!(error instanceof Refusal && error.code === 'email_taken')) throw error;
  });
}

/** The published log-in of the sandbox; a password that was changed in the configuration too. */
export async function seedSandboxUser(
  { database, clock }: UserNeeds,
  sandbox: { merchantId: string; email: string; password: string },
): Promise<void> {
  const { merchantId, password } = sandbox;
  const email = sandbox.email.toLowerCase();
  const known = await selectUserByEmail(database, email);
  if (known?.password && (await verifyPassword({ hash: known.password, password }))) return;
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  const id = createId(now);
  const user = { id, name: 'Visitante', email, isEmailConfirmed: true, passwordHash };
  await database.transaction(async (tx) => {
    if (known) updatePassword(tx, known.id, passwordHash, now);
    else await insertUser(tx, { ...user, role: 'merchant', merchantId }, now);
  });
}
