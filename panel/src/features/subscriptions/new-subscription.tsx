import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/subscription-form.ts';
import { SubscriptionForm } from './subscription-form.tsx';
import {
  bodyOf,
  EMPTY,
  formNames,
  type SubscriptionFormValues,
} from './subscription-form-values.ts';

/** The form of a new subscription; after it the subscription's page, which has the code. */
export function NewSubscription({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const navigate = useNavigate();
  const keys = useFormKey();
  const form = useForm<SubscriptionFormValues>({
    initialValues: EMPTY,
    validate: {
      amount: (amount, { kind }) => (kind === 'fixed' ? missingAmount(amount) : null),
      min_amount: (amount, { kind }) => (kind === 'variable' ? missingAmount(amount) : null),
      first_due_on: (day) => (day === '' ? texts.firstDueOnMissing : null),
    },
  });
  const create = api.useMutation('post', '/api/panel/{environment}/subscriptions', {
    onSuccess: ({ internal_id: id }) => {
      void client.invalidateQueries();
      showDone(texts.created);
      onClose();
      void navigate({ to: '/painel/assinaturas/$id', params: { id } });
    },
    onError: (error) => {
      keys.failed(error);
      form.setErrors(formNames(fieldErrors(error)));
    },
  });
  const submit = (values: SubscriptionFormValues) => {
    const body = bodyOf(values);
    const header = { 'idempotency-key': keys.keyOf(body) };
    create.mutate({ params: { path: { environment }, header }, body });
  };
  return (
    <Dialog onClose={onClose} size="lg" title={texts.newSubscription}>
      <SubscriptionForm form={form} create={create} onSubmit={submit} />
    </Dialog>
  );
}
