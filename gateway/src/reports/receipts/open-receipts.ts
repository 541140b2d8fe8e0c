import type { Database } from '#src/ground/database/database.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { ReceiptDeps } from './draw-receipt.ts';

/** The dependencies of receipts. The key of their codes is read once, by the first receipt. */
export function openReceipts(
  parts: Omit<ReceiptDeps, 'readKey'> & { database: Database; secretBox: SecretBox },
): ReceiptDeps {
  const { database, secretBox, ...others } = parts;
  let key: Buffer | undefined;
  const readKey = async (): Promise<Buffer> => {
    key ??= await readReceiptKey(database, secretBox);
    return key;
  };
  return { ...others, database, readKey };
}
