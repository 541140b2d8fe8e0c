import type { Transaction } from '../database/database.ts';
import type { SecretBox } from '../encryption/encryption.ts';
import { createId } from '../ids.ts';
import type { Mail } from './mail.ts';
import { insertMail } from './mail-store.ts';

/**
 * Writes a mail in the transaction of the change that it is about. A worker sends it after the
 * commit. The text is sealed, because it may hold a link that sets a password.
 */
export function writeMail(tx: Transaction, secretBox: SecretBox, mail: Mail, at: number): void {
  const id = createId(at);
  const { recipient, subject, text } = mail;
  insertMail(tx, { id, recipient, subject, sealedBody: secretBox.seal(text, id), at });
}
