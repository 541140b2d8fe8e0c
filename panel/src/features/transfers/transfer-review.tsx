import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { TransferOrder } from './new-transfer.tsx';

const words = texts.transfers;

/** Who receives and how much: the last look before the money changes hands. */
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
    <ReviewForm words={words} send={send} onSend={onSend} onEdit={onEdit}>
      <FactTable
        facts={[
          [words.recipient, `${recipientName} (@${order.username})`],
          [words.amount, <Money key="amount" centavos={order.amount} fw={650} />],
          [words.note, order.description || texts.common.notThere],
        ]}
      />
    </ReviewForm>
  );
}
