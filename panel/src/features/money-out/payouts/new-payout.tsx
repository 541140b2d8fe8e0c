import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { newFormKey } from '#panel/components/form-key.ts';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
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

/** A payout in two steps: the form, then the review. */
export function NewPayout({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [isReview, setReview] = useState(false);
  // One key a form: sending the form twice makes one payout.
  const [key, setKey] = useState(newFormKey);
  const form = useForm<PayoutFormValues>({
    initialValues: EMPTY,
    validate: { ...beneficiaryFaults(environment), amount: missingAmount },
  });
  const send = api.useMutation('post', '/api/panel/{environment}/payouts', {
    onSuccess: () => {
      showDone(`${texts.sent}. ${texts.sentHint}`);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const { saved_id: _, ...values } = form.values;
  const submit = (code: string) =>
    send.mutate({
      params: { path: { environment }, header: { 'idempotency-key': key } },
      body: {
        ...values,
        external_id: values.external_id || null,
        ...(code !== '' && { code }),
      },
    });
  const edit = () => {
    setReview(false);
    setKey(newFormKey());
    send.reset();
  };
  return (
    <Dialog onClose={onClose} title={isReview ? texts.reviewTitle : texts.newPayout}>
      {isReview ? (
        <PayoutReview values={form.values} send={send} onSend={submit} onEdit={edit} />
      ) : (
        <PayoutForm form={form} onReview={() => setReview(true)} />
      )}
    </Dialog>
  );
}
