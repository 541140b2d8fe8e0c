import type { Transaction } from '#src/platform/database/database.ts';
import type { SecretBox } from '#src/platform/encryption/encryption.ts';
import { createId } from '#src/platform/ids.ts';
import type { Mail } from './mail.ts';
import { insertMail } from './mail-store.ts';

/**
 * Writes a mail in the transaction of what it tells of; a worker sends it after the commit. Its
 * text is sealed, for it may carry a link that stands for a password.
 */
export function writeMail(tx: Transaction, secretBox: SecretBox, mail: Mail, at: number): void {
  const id = createId(at);
  const { recipient, subject, text } = mail;
  insertMail(tx, { id, recipient, subject, sealedBody: secretBox.seal(text, id), at });
}
