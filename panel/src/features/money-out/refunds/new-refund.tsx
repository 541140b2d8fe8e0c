import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import type { Charge } from '#panel/api/transaction.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { showOutcome } from '#panel/components/money-act.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/refunds.ts';
import { RefundForm } from './refund-form.tsx';
import type { RefundFormValues } from './refund-form-values.ts';
import { RefundReview } from './refund-review.tsx';
import { leftToRefund } from './refunds.tsx';

/** A refund in two steps: the form, then the review. */
export function NewRefund({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [isReview, setReview] = useState(false);
  const keys = useFormKey();
  const left = leftToRefund(charge);
  const form = useForm<RefundFormValues>({
    initialValues: { amount: left, reason: '', bear_all: false },
    validate: {
      amount: (amount) => missingAmount(amount) ?? (amount > left ? texts.tooMuch : null),
    },
  });
  const send = api.useMutation('post', '/api/panel/{environment}/transactions/{id}/refund', {
    onSuccess: () => {
      showOutcome('refund', { kind: 'sent' });
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => {
      keys.failed(error);
      form.setErrors(fieldErrors(error));
    },
  });
  const submit = (code: string) =>
    send.mutate({
      params: {
        path: { environment, id: charge.internal_id },
        header: { 'idempotency-key': keys.keyOf(form.values) },
      },
      body: {
        ...form.values,
        reason: form.values.reason || null,
        ...(code !== '' && { code }),
      },
    });
  const edit = () => {
    setReview(false);
    send.reset();
  };
  return (
    <Dialog onClose={onClose} title={isReview ? texts.reviewTitle : texts.newRefund}>
      {isReview ? (
        <RefundReview
          charge={charge}
          values={form.values}
          send={send}
          onSend={submit}
          onEdit={edit}
        />
      ) : (
        <RefundForm form={form} charge={charge} left={left} onReview={() => setReview(true)} />
      )}
    </Dialog>
  );
}
