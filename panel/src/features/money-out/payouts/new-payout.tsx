import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetchApi } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { type MoneyOutcome, showOutcome } from '#panel/components/money-act.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payouts.ts';
import { beneficiaryFaults } from './beneficiary-faults.ts';
import { PayoutForm } from './payout-form.tsx';
import type { PayoutFormValues } from './payout-form-values.ts';
import { PayoutReview } from './payout-review.tsx';

const EMPTY: PayoutFormValues = {
  amount: 0,
  pix_key_type: 'cpf',
  pix_key: '',
  beneficiary: { name: '', document: '' },
  external_id: '',
  save_beneficiary: false,
};

/** Fields that refusals without fields are about. */
const FIELD_OF_CODE = {
  invalid_pix_key: 'pix_key',
  beneficiary_not_saved: 'pix_key',
  insufficient_balance: 'amount',
  external_id_reused: 'external_id',
};

/**
 * A payout in two steps: the form, which may begin with the values of another payout, then the
 * review, which says what will happen.
 */
export function NewPayout({
  values: first = {},
  onSent,
  onClose,
}: {
  values?: Partial<PayoutFormValues>;
  onSent?: (id: string) => void;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<MoneyOutcome>();
  const keys = useFormKey();
  const form = useForm<PayoutFormValues>({
    initialValues: { ...EMPTY, ...first },
    validate: { ...beneficiaryFaults(environment), amount: missingAmount },
  });
  const onError = (error: unknown) => form.setErrors(fieldErrors(error, FIELD_OF_CODE));
  const preview = api.useMutation('post', '/api/panel/{environment}/payouts/preview', {
    meta: { isStep: true },
    onSuccess: setOutcome,
    onError,
  });
  const send = api.useMutation('post', '/api/panel/{environment}/payouts', {
    onSuccess: async ({ internal_id: id }) => {
      const path = '/api/panel/{environment}/payouts/{id}/outcome';
      const { data } = await fetchApi.GET(path, { params: { path: { environment, id } } });
      showOutcome('payout', data);
      void client.invalidateQueries();
      onClose();
      onSent?.(id);
    },
    onError: (error) => {
      keys.failed(error);
      onError(error);
    },
  });
  const { saved_id: _, save_beneficiary: isToSave, ...values } = form.values;
  const order = { ...values, external_id: values.external_id || null };
  const submit = (code: string) => {
    const body = { ...order, save_beneficiary: isToSave };
    send.mutate({
      params: { path: { environment }, header: { 'idempotency-key': keys.keyOf(body) } },
      body: { ...body, ...codeOf(code) },
    });
  };
  const edit = () => {
    setOutcome(undefined);
    send.reset();
    preview.reset();
  };
  const review = () => preview.mutate({ params: { path: { environment } }, body: order });
  return (
    <Dialog onClose={onClose} title={outcome ? texts.reviewTitle : texts.newPayout}>
      {outcome ? (
        <PayoutReview
          values={form.values}
          outcome={outcome}
          send={send}
          onSend={submit}
          onEdit={edit}
        />
      ) : (
        <PayoutForm form={form} preview={preview} onReview={review} />
      )}
    </Dialog>
  );
}
