import { Anchor } from '@mantine/core';
import { addressOf } from '#panel/api/client.ts';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/receipts.ts';

/** Downloads the receipt of a paid charge or payout. */
export function ReceiptButton({ id }: { id: string }) {
  return <DownloadButton path={useReceiptPath(id)}>{texts.download}</DownloadButton>;
}

/** Downloads the receipt of a payment, in a row of a table. */
export function ReceiptLink({ id }: { id: string }) {
  return (
    <Anchor href={addressOf(useReceiptPath(id))} download inherit underline="always">
      {texts.download}
    </Anchor>
  );
}

/** Downloads the receipt of a refund, in a row of a table. */
export function RefundReceiptLink({ id }: { id: string }) {
  return (
    <Anchor href={addressOf(useReceiptPath(id))} download inherit underline="always">
      {texts.ofRefund}
    </Anchor>
  );
}

function useReceiptPath(id: string): string {
  return `/api/panel/${useEnvironment()}/transactions/${id}/receipt.pdf`;
}
