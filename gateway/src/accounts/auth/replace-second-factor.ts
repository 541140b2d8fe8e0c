import type { PanelUser } from '#src/ground/access/member-of-request.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Mail } from '#src/ground/mail/mail.ts';
import type { AuthDeps } from './auth-deps.ts';
import { selectMemberEmails } from './merchant-users-store.ts';
import { markSecondFactorRemoved, markSecondFactorReplaced } from './second-factor-store.ts';

const OWNERS_MAX = 20;

/** Records that a user's second factor is turned off: the next one replaces it. */
export async function recordFactorRemoval(
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
  userId: string,
): Promise<void> {
  await database.transaction(async (tx) => markSecondFactorRemoved(tx, userId, clock.now()));
}

/**
 * Records that a user turned the second factor on, which starts the day of waiting if it replaces
 * another one. Returns the mails about it: a replacement is told to the merchant's owners too.
 */
export async function recordFactorEnabled(
  { database, clock, auth: { mails } }: Pick<AuthDeps, 'database' | 'clock' | 'auth'>,
  { userId, email }: PanelUser,
  merchant: Pick<Merchant, 'merchantId'> | undefined,
): Promise<Mail[]> {
  const isReplaced = await database.transaction((tx) =>
    markSecondFactorReplaced(tx, userId, clock.now()),
  );
  if (!isReplaced) return [mails.secondFactorChanged(email, true)];
  const wanted = { roles: ['owner'], withoutUser: userId, limit: OWNERS_MAX } as const;
  const owners = merchant
    ? await selectMemberEmails(database, { merchantId: merchant.merchantId, ...wanted })
    : [];
  return [email, ...owners].map((to) => mails.secondFactorReplaced(to, { email }));
}
