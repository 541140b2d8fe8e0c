import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/transfers.ts';
import type { TransferOrder } from './transfer-order.ts';

/** The review of a transfer: recipient and amount. */
export function TransferReview({
  order,
  recipientName,
  send,
  onSend,
  onEdit,
}: {
  order: TransferOrder;
  recipientName: string;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
}) {
  return (
    <ReviewForm words={texts} send={send} onSend={onSend} onEdit={onEdit}>
      <FactTable
        facts={[
          [texts.recipient, `${recipientName} (@${order.username})`],
          [texts.amount, <Money key="amount" centavos={order.amount} fw={650} />],
          [texts.note, order.description || common.notThere],
        ]}
      />
    </ReviewForm>
  );
}
