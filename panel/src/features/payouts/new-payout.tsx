import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { newFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { PayoutForm } from './payout-form.tsx';
import type { PayoutOrder } from './payout-order.ts';
import { PayoutReview } from './payout-review.tsx';
import { isTaxId, likelyKeyTypes, type PixKeyType, readPixKey } from './pix-key-types.ts';
import { texts } from './texts.ts';

const EMPTY: PayoutOrder = {
  amount: 0,
  pix_key_type: 'cpf',
  pix_key: '',
  beneficiary: { name: '', document: '' },
  external_id: '',
};

/** A payout in two steps: the form, then the review. */
export function NewPayout({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [isReview, setReview] = useState(false);
  // One key a form: sending the form twice makes one payout.
  const [key, setKey] = useState(newFormKey);
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      pix_key: (text, { pix_key_type: type }) => pixKeyFault(text, type, environment),
      beneficiary: {
        name: (name) => (name.trim() === '' ? texts.nameMissing : null),
        document: (text) => (isTaxId(text, environment) ? null : texts.documentInvalid),
      },
    },
  });
  const send = api.useMutation('post', '/api/panel/{environment}/payouts', {
    onSuccess: () => {
      showDone(`${texts.sent}. ${texts.sentHint}`);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = (code: string) =>
    send.mutate({
      params: { path: { environment }, header: { 'idempotency-key': key } },
      body: {
        ...form.values,
        external_id: form.values.external_id || null,
        ...(code !== '' && { code }),
      },
    });
  const edit = () => {
    setReview(false);
    setKey(newFormKey());
    send.reset();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isReview ? texts.reviewTitle : texts.newPayout}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {isReview ? (
        <PayoutReview order={form.values} send={send} onSend={submit} onEdit={edit} />
      ) : (
        <PayoutForm form={form} onReview={() => setReview(true)} />
      )}
    </Modal>
  );
}

/** Why a key is invalid for its type, and its likely type. */
function pixKeyFault(text: string, type: PixKeyType, environment: 'test' | 'live'): string | null {
  if (readPixKey(text, type, environment) !== undefined) return null;
  const [likely] = likelyKeyTypes(text);
  const hint = likely && ` ${texts.pixKeyOfOtherType(texts.keyTypes[likely])}`;
  return `${texts.pixKeyInvalid[type]}${hint ?? ''}`;
}
