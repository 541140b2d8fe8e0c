import { type MemberRole, READERS } from '#src/ground/access/roles.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { MailAudience, MemberTopic, NamedMerchant } from '#src/ground/mail/mailer.ts';
import { NOTIFICATION_RULES, type NotificationKind } from './notifications/notification-kind.ts';
import { selectReaders } from './notifications/preference-store.ts';
import {
  selectEnglishReaders,
  selectMemberEmails,
  selectNamedMerchants,
  selectOperatorEmails,
} from './recipient-store.ts';

type ChosenTopic = MemberTopic & NotificationKind;

/** The roles that get the mails about topics that members don't choose. */
const ROLES: Readonly<Record<Exclude<MemberTopic, ChosenTopic>, readonly MemberRole[]>> = {
  balance_changed: READERS,
  books_shared: ['owner'],
  kyc_decided: ['owner', 'finance', 'developer', 'viewer'],
  payout_approval: ['owner', 'finance'],
  payout_security: ['owner'],
  payout_stop: ['owner', 'finance'],
  second_factor_replaced: ['owner'],
};

/** The e-mails of an audience. */
export async function readRecipients(
  database: Queryable,
  audience: MailAudience,
): Promise<string[]> {
  if (audience === 'operators') return selectOperatorEmails(database);
  if ('email' in audience) return [audience.email];
  const { merchantId, topic } = audience;
  if (!isChosen(topic)) return selectMemberEmails(database, audience, ROLES[topic]);
  return (await selectReaders(database, merchantId, topic)).map(({ email }) => email);
}

function isChosen(topic: MemberTopic): topic is ChosenTopic {
  return topic in NOTIFICATION_RULES;
}

/** A merchant, by those of these e-mails whose users have another merchant too. */
export async function readNamedMerchants(
  database: Queryable,
  merchantId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, NamedMerchant>> {
  const named = await selectNamedMerchants(database, { merchantId, emails });
  return new Map(named.map(({ email, ...merchant }) => [email, merchant]));
}

/** The e-mails, of these, whose users read the panel in English. */
export async function readEnglishReaders(
  database: Queryable,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await selectEnglishReaders(database, { emails }));
}
