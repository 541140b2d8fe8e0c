import { isId } from '#src/ground/ids.ts';
import type { ReceiptDeps } from './draw-receipt.ts';
import { readReceipt } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { fitsReceipt, readReceiptCode } from './receipt-code.ts';

/**
 * The receipt that a code authenticates; undefined for a code that doesn't fit, also when the
 * payment that it names was undone.
 */
export async function checkReceipt(
  { database, readKey }: Pick<ReceiptDeps, 'database' | 'readKey'>,
  text: string,
): Promise<Receipt | undefined> {
  const code = readReceiptCode(text);
  if (!code || !isId(code.key.id)) return undefined;
  const { kind, ...key } = code.key;
  const found = await readReceipt(database, key, kind);
  if (!found?.receipt) return undefined;
  return fitsReceipt(await readKey(), code.tag, found.receipt) ? found.receipt : undefined;
}
