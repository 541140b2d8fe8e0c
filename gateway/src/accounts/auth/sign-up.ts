import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Language } from '#src/ground/http/language.ts';
import { createId } from '#src/ground/ids.ts';
import { findMerchants } from '../merchants/find-merchant.ts';
import { checkNewMerchant, openMerchant } from '../merchants/open-merchant.ts';
import type { AuthDeps } from './auth-deps.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { alreadyRegisteredMail, confirmEmailMail } from './user-mails.ts';
import { claimUsername, insertUser, selectUserByEmail, setLanguage } from './user-store.ts';

export interface NewAccount {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

type SignUpDeps = Pick<AuthDeps, 'database' | 'clock' | 'fees' | 'mailer' | 'auth' | 'passwords'>;

/**
 * Creates a merchant with its first user and writes the mail that confirms the e-mail, in one
 * transaction. If the e-mail has an account, a mail to it says so; answer, duration and claim of
 * the username are the same, and no merchant is created. Refuses `username_invalid`,
 * `username_reserved`, `name_invalid`, `password_too_weak` and `username_taken`, all before it
 * looks for the e-mail.
 */
export async function signUp(
  deps: SignUpDeps,
  account: NewAccount,
  { address, isMailed, language }: { address: string; isMailed: boolean; language: Language },
): Promise<void> {
  checkNewMerchant(account);
  const email = account.email.toLowerCase();
  await refuseWeakPassword(account.password, { ...account, email });
  const passwordHash = await deps.passwords.hash(account.password);
  const token = await deps.auth.confirmationToken(email);
  const given = { address, isMailed, language };
  const attempt = { account: { ...account, email }, passwordHash, token, ...given };
  try {
    await tryToSignUp(deps, attempt);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'email_taken')) throw error;
    // A concurrent sign-up with this e-mail committed first. The second attempt finds its user.
    await tryToSignUp(deps, attempt);
  }
}

interface SignUpAttempt {
  readonly account: NewAccount;
  readonly passwordHash: string;
  readonly token: string;
  readonly address: string;
  readonly isMailed: boolean;
  readonly language: Language;
}

function tryToSignUp(deps: SignUpDeps, attempt: SignUpAttempt): Promise<void> {
  const { database, clock, mailer } = deps;
  const { email, username } = attempt.account;
  return database.transaction(async (tx) => {
    const now = clock.now();
    const isFree = (await claimUsername(tx, { username, at: now })) === 1;
    if (!isFree || (await findMerchants(tx, [username])).size > 0) {
      throw new Refusal('username_taken');
    }
    const isKnown = (await selectUserByEmail(tx, { email })) !== undefined;
    if (!isKnown) await openAccount(tx, deps, attempt, now);
    const message = isKnown
      ? alreadyRegisteredMail(mailer.appUrl)
      : confirmEmailMail(mailer.appUrl, attempt.token);
    if (attempt.isMailed) await mailer.tell(tx, { email }, message, now);
  });
}

async function openAccount(
  tx: Transaction,
  deps: SignUpDeps,
  { account, passwordHash, address, language }: SignUpAttempt,
  now: number,
): Promise<void> {
  const { name, email, username } = account;
  const id = createId(now);
  const { merchantId } = await openMerchant(tx, deps, account);
  const access = { merchantId, memberRole: 'owner' } as const;
  const user = { id, name, email, isEmailConfirmed: false, passwordHash, access };
  const isNew = await insertUser(tx, user, now);
  if (!isNew) throw new Refusal('email_taken');
  await setLanguage(tx, { email, language });
  const actor: Actor = { kind: 'merchant', id, name: email, address };
  recordChange(tx, actor, { action: 'account.opened', merchantId, subject: username }, now);
}
