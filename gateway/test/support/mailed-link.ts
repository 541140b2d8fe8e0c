import assert from 'node:assert/strict';
import type { PanelSession } from './panel.ts';

/**
 * The path of the link that confirms an address, from its newest mail: without a mail server the
 * mails are in the operators' outbox.
 */
export async function readConfirmationLink(operator: PanelSession, email: string): Promise<string> {
  const { body } = await operator.call<{
    data: { id: string; recipient: string; subject: string }[];
  }>('GET', '/api/operator/mails');
  const mail = body.data.find(
    ({ recipient, subject }) => recipient === email && /confirm/i.test(subject),
  );
  assert.ok(mail, JSON.stringify(body));
  const read = await operator.call('GET', `/api/operator/mails/${mail.id}`);
  const [link = ''] = /\/confirmar-email#\S+/.exec(JSON.stringify(read.body)) ?? [];
  return link.replace(/["\\].*$/, '');
}
