import { Type } from 'typebox';
import type { Actor } from '../access/actor.ts';
import { operatorRules } from '../access/operator-access.ts';
import { recordChange } from '../audit/record-change.ts';
import { isoTime } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { type Page, readPage } from '../database/read-page.ts';
import { Refusal } from '../errors/problems.ts';
import { operationsOf } from '../http/operation.ts';
import { cursorOf, idOfCursor } from '../http/page-cursor.ts';
import { ID_MAX, isId } from '../ids.ts';
import { CursorQuery, DONE, Done } from '../schemas/panel-schemas.ts';
import { NullableText, oneOf } from '../schemas/text-schemas.ts';
import { MAIL_STATUSES, type MailStatus, type OutboxMail } from './mail.ts';
import { markMailPending, selectMail, selectMails } from './mail-store.ts';
import type { MailDeps } from './send-mails.ts';

const LIMIT_DEFAULT = 20;
const MailStatusSchema = oneOf(MAIL_STATUSES);
const mail = {
  id: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  status: MailStatusSchema,
  attempt_count: Type.Integer(),
  failure: NullableText,
  created_at: Type.String(),
  sent_at: NullableText,
};

interface OutboxDeps extends MailDeps {
  /** Whether mails are sent. If not, the operator passes their texts on from the outbox. */
  readonly isSmtpConfigured: boolean;
}

const { operation } = operationsOf<OutboxDeps>();

/** The operators' outbox: the mails, whether they were sent, and their texts. */
export const mailOperations = [
  operation({
    at: 'GET /mails',
    operator: { id: 'listMails', access: operatorRules.read },
    query: Type.Object({
      ...CursorQuery.properties,
      status: Type.Optional(MailStatusSchema),
    }),
    answer: [
      200,
      Type.Object({
        data: Type.Array(Type.Object(mail)),
        next_cursor: NullableText,
        is_smtp_configured: Type.Boolean(),
      }),
    ],
    run: async ({ deps, query: { status, cursor, limit = LIMIT_DEFAULT } }) => {
      const after = idOfCursor(cursor);
      const page = await listMails(deps.database, { cursor: after, status, limit });
      return {
        data: page.rows.map(mailView),
        next_cursor: cursorOf(page.next),
        is_smtp_configured: deps.isSmtpConfigured,
      };
    },
  }),
  operation({
    at: 'GET /mails/:id',
    // A mail may contain a link that logs in.
    operator: { id: 'getMail', access: operatorRules.admin },
    answer: [200, Type.Object({ ...mail, text: Type.String() })],
    refuses: ['mail_not_found', 'second_factor_required'],
    run: async ({ deps, operator, by, params: { id } }) => {
      if (!operator.hasSecondFactor) throw new Refusal('second_factor_required');
      const opened = await openMail(deps, id, by);
      return { ...mailView(opened), text: opened.text };
    },
  }),
  operation({
    at: 'POST /mails/:id/resend',
    operator: { id: 'sendMailAgain', access: operatorRules.care },
    answer: [202, Done],
    refuses: ['mail_not_found'],
    run: async ({ deps, by, params: { id } }) => {
      await sendMailAgain(deps, id, by);
      return DONE;
    },
  }),
];

function mailView(mail: OutboxMail) {
  return {
    id: mail.id,
    recipient: mail.recipient,
    subject: mail.subject,
    status: mail.status,
    attempt_count: mail.attemptCount,
    failure: mail.failure,
    created_at: isoTime(mail.createdAt),
    sent_at: mail.sentAt === null ? null : isoTime(mail.sentAt),
  };
}

/** One page of the outbox, newest first. */
async function listMails(
  database: Queryable,
  page: { cursor: string | undefined; status: MailStatus | undefined; limit: number },
): Promise<Page<OutboxMail>> {
  const { cursor: beforeId = ID_MAX, status, limit } = page;
  return readPage(
    limit,
    (rowsMax) => selectMails(database, { beforeId, status: status ?? null, limit: rowsMax }),
    ({ id }) => id,
  );
}

/**
 * Reads a mail with its text, and records the reader in the audit log: the text may hold a link
 * that sets a password. Refuses `mail_not_found`.
 */
async function openMail(
  { database, clock, secretBox }: MailDeps,
  id: string,
  by: Actor,
): Promise<OutboxMail & { text: string }> {
  const row = isId(id) ? await selectMail(database, { id }) : undefined;
  if (!row) throw new Refusal('mail_not_found');
  const { sealedBody, ...mail } = row;
  const change = { action: 'mail.read' as const, merchantId: null, subject: id };
  const details = { recipient: mail.recipient };
  await database.transaction(async (tx) =>
    recordChange(tx, by, { ...change, details }, clock.now()),
  );
  return { ...mail, text: secretBox.open(sealedBody, mail.id) };
}

/** Marks a mail to be sent again, unless it is pending. Refuses `mail_not_found`. */
async function sendMailAgain({ database, clock }: MailDeps, id: string, by: Actor): Promise<void> {
  const row = isId(id) ? await selectMail(database, { id }) : undefined;
  if (!row) throw new Refusal('mail_not_found');
  await database.transaction(async (tx) => {
    const now = clock.now();
    if ((await markMailPending(tx, { id, now })) === 0) return;
    const details = { recipient: row.recipient };
    const change = { action: 'mail.sent_again' as const, merchantId: null, subject: id, details };
    recordChange(tx, by, change, now);
  });
}
