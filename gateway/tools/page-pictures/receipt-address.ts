import { readReceiptKey } from '#src/ground/database/installation.ts';
import { readReceipt } from '#src/reports/receipts/read-receipt.ts';
import { groupedCode, receiptCode } from '#src/reports/receipts/receipt-code.ts';
import type { Demo } from '../../test/support/demo.ts';
import type { TestGateway } from '../../test/support/gateway.ts';

/** The address of the public page that confirms the receipt of a paid charge. */
export async function receiptAddress(
  { appContext }: TestGateway,
  { merchant }: Demo,
  id: string,
): Promise<string> {
  const { database, secretBox } = appContext;
  const key = { merchantId: merchant.merchantId, environment: 'test', id } as const;
  const found = await readReceipt(database, key, 'payment');
  if (!found?.receipt) throw new Error(`the charge ${id} has no receipt`);
  const code = receiptCode(await readReceiptKey(database, secretBox), found.receipt);
  return `/comprovante/${groupedCode(code)}`;
}
