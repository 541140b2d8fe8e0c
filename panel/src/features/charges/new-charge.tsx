import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts as dueTexts } from '#texts/due.ts';
import { texts } from '#texts/transactions.ts';
import { ChargeForm } from './charge-form.tsx';
import { type ChargeFormValues, shareOf } from './charge-form-values.ts';
import { ChargeResult } from './charge-result.tsx';
import { addressOf, EMPTY_DUE, rulesOf } from './due/due-form-values.ts';
import { useCreatedCharge } from './use-created-charge.ts';

const EXPIRES_IN_DEFAULT = '86400';

/** A share as typed; `key` identifies its row. */
const EMPTY: ChargeFormValues = {
  ...EMPTY_DUE,
  kind: 'now',
  amount: 0,
  description: '',
  payer: { name: '', document: '', email: '' },
  external_id: '',
  expires_in: EXPIRES_IN_DEFAULT,
  split: [],
};

/** Creates a charge by hand: the form, which may begin with a payer, then its codes. */
export function NewCharge({
  payer = EMPTY.payer,
  onClose,
}: {
  payer?: ChargeFormValues['payer'];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const keys = useFormKey();
  const form = useForm({
    initialValues: { ...EMPTY, payer },
    validate: {
      amount: missingAmount,
      due_date: (day, { kind }) => (kind === 'due' && day === '' ? dueTexts.dueDateMissing : null),
    },
  });
  const create = api.useMutation('post', '/api/panel/{environment}/charges', {
    onSuccess: () => void client.invalidateQueries(),
    onError: (error) => {
      keys.failed(error);
      form.setErrors(fieldErrors(error));
    },
  });
  const charge = useCreatedCharge(create.data);
  const submit = (values: ChargeFormValues) => {
    const body = bodyOf(values);
    const header = { 'idempotency-key': keys.keyOf(body) };
    create.mutate({ params: { path: { environment }, header }, body });
  };
  const again = () => {
    form.reset();
    create.reset();
    keys.renew();
  };
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={charge ? texts.createdAs[charge.status] : texts.newCharge}
    >
      {charge ? (
        <ChargeResult charge={charge} onAgain={again} />
      ) : (
        <ChargeForm form={form} create={create} onSubmit={submit} />
      )}
    </Dialog>
  );
}

function bodyOf(values: ChargeFormValues) {
  const { amount, description, payer, external_id, expires_in, split, kind } = values;
  const { name, document, email, address } = payer;
  const when =
    kind === 'due' ? { ...rulesOf(values), expires_in: null } : { expires_in: Number(expires_in) };
  return {
    amount,
    payer: {
      name,
      document,
      email: email || null,
      ...(kind === 'due' && address && { address: addressOf(address) }),
    },
    description: description.trim() || null,
    external_id: external_id || null,
    ...when,
    ...(split.length > 0 && {
      split: split.map(shareOf),
    }),
  };
}
