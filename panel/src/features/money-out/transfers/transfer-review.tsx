import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { ReviewForm, type Sending } from '#panel/components/review-form.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/transfers.ts';
import type { TransferFormValues } from './transfer-form-values.ts';

/** The review of a transfer: recipient and amount. */
export function TransferReview({
  values,
  recipientName,
  send,
  onSend,
  onEdit,
}: {
  values: TransferFormValues;
  recipientName: string;
  send: Sending;
  onSend: (code: string) => void;
  onEdit: () => void;
}) {
  return (
    <ReviewForm
      act="transfer"
      outcome={{ kind: 'sent' }}
      send={send}
      onSend={onSend}
      onEdit={onEdit}
    >
      <FactTable
        facts={[
          [texts.recipient, `${recipientName} (@${values.username})`],
          [texts.amount, <Money key="amount" centavos={values.amount} fw={650} />],
          [texts.note, values.description || common.notThere],
        ]}
      />
    </ReviewForm>
  );
}
