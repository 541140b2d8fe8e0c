import type { SecretBox } from '../encryption/encryption.ts';
import type { Database } from './database.ts';

const CONTEXT = 'installation';
const PLAIN = 'this key opens this database';
const KEEP = {
  name: 'installation_keep',
  text: 'insert into installation (sealed_check) values ($1) on conflict do nothing',
};
const READ = { name: 'installation_read', text: 'select sealed_check from installation' };

/**
 * Whether the encryption key opens the value that the first start sealed and stored. The first call
 * stores this value. Throws errors of the database.
 */
export async function checkEncryptionKey(
  database: Database,
  secretBox: SecretBox,
): Promise<boolean> {
  await database.transaction((tx) => tx.query(KEEP, [secretBox.seal(PLAIN, CONTEXT)]));
  const [row] = await database.query<{ sealed_check: Buffer }>(READ, []);
  if (!row) throw new Error('the installation has no check');
  try {
    return secretBox.open(row.sealed_check, CONTEXT) === PLAIN;
  } catch {
    return false;
  }
}
