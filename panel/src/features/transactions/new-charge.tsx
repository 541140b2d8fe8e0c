import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { newFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { ChargeForm } from './charge-form.tsx';
import { type ChargeOrder, shareOf } from './charge-order.ts';
import { ChargeResult } from './charge-result.tsx';
import { texts } from './texts.ts';

const EXPIRES_IN_DEFAULT = '86400';

/** A share as typed; `key` identifies its row. */
const EMPTY: ChargeOrder = {
  amount: 0,
  payer: { name: '', document: '', email: '' },
  external_id: '',
  expires_in: EXPIRES_IN_DEFAULT,
  split: [],
};

/** Creates a charge by hand: the form, then its codes. */
export function NewCharge({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  // One key a form: sending the form twice makes one charge.
  const [key, setKey] = useState(newFormKey);
  const form = useForm({ initialValues: EMPTY, onValuesChange: () => setKey(newFormKey()) });
  const create = api.useMutation('post', '/api/panel/{environment}/charges', {
    onSuccess: () => void client.invalidateQueries(),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = (order: ChargeOrder) =>
    create.mutate({
      params: { path: { environment }, header: { 'idempotency-key': key } },
      body: bodyOf(order),
    });
  const again = () => {
    form.reset();
    create.reset();
    setKey(newFormKey());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={create.data ? texts.created : texts.newCharge}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {create.data ? (
        <ChargeResult charge={create.data} onAgain={again} />
      ) : (
        <ChargeForm form={form} create={create} onSubmit={submit} />
      )}
    </Modal>
  );
}

function bodyOf({ amount, payer, external_id, expires_in, split }: ChargeOrder) {
  return {
    amount,
    payer: { name: payer.name, document: payer.document, email: payer.email || null },
    external_id: external_id || null,
    expires_in: Number(expires_in),
    ...(split.length > 0 && {
      split: split.map(shareOf),
    }),
  };
}
