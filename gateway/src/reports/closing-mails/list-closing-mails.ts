import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import type { MailStatus } from '#src/ground/mail/mail.ts';
import { readAttachedName } from './attach-closings.ts';
import type { ClosingFormat } from './closing-mail.ts';
import { selectClosingMails } from './closing-recipient-store.ts';

/** `waiting`: on its way, or kept because the platform has no mail server. */
export const CLOSING_MAIL_STATUSES = ['waiting', 'sent', 'failed'] as const;
type ClosingMailStatus = (typeof CLOSING_MAIL_STATUSES)[number];

const SHOWN: Readonly<Record<MailStatus, ClosingMailStatus>> = {
  pending: 'waiting',
  kept: 'waiting',
  sent: 'sent',
  failed: 'failed',
  canceled: 'failed',
};

/** A closing that was mailed to one address. */
export interface MailedClosing {
  readonly id: string;
  readonly email: string;
  /** The first and the last day: `2026-11-01`, `2026-11-30`. */
  readonly from: string;
  readonly to: string;
  readonly formats: readonly ClosingFormat[];
  readonly status: ClosingMailStatus;
  readonly createdAt: number;
  readonly sentAt: number | null;
}

/** A page of the closings that a merchant's addresses were mailed, newest first. */
export async function listMailedClosings(
  database: Queryable,
  merchantId: string,
  { cursor = ID_MAX, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Page<MailedClosing>> {
  const select = (max: number) =>
    selectClosingMails(database, { merchant: merchantId, beforeId: cursor, limit: max });
  const { rows, next } = await readPage(limit, select, ({ id }) => id);
  const mailed = rows.map(({ attachedFiles, status, ...mail }) => {
    const { from, to, formats } = readAttachedName(attachedFiles);
    return { ...mail, from, to, formats, status: SHOWN[status] };
  });
  return { rows: mailed, next };
}

/** A mailed closing as the API and the panel show it. */
export function mailedClosingView({ createdAt, sentAt, formats, ...rest }: MailedClosing) {
  return {
    ...rest,
    formats: [...formats],
    created_at: isoTime(createdAt),
    sent_at: sentAt === null ? null : isoTime(sentAt),
  };
}
