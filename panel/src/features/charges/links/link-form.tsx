import { Button, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts as dueTexts } from '#texts/due.ts';
import { texts } from '#texts/payment-links.ts';
import { LinkDueFields } from './link-due-fields.tsx';
import { bodyOf, formValuesOf, type LinkFormValues } from './link-form-values.ts';
import { LinkPrice } from './link-price.tsx';
import type { PaymentLink } from './payment-link.ts';

const STOCK_MAX = 1_000_000;

/** The form of a new payment link, or of a change of an existing one. */
export function LinkForm({ link, onClose }: { link?: PaymentLink; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const navigate = useNavigate();
  const keys = useFormKey();
  const form = useForm<LinkFormValues>({
    initialValues: formValuesOf(link),
    validate: {
      due_in_days: (days, { kind_of_charge: kind }) =>
        kind === 'due' && days === '' ? dueTexts.dueInDaysMissing : null,
    },
  });
  const onError = (error: unknown) => {
    keys.failed(error);
    form.setErrors(fieldErrors(error));
  };
  const done = (message: string) => {
    void client.invalidateQueries();
    showDone(message);
    onClose();
  };
  const create = api.useMutation('post', '/api/panel/{environment}/payment-links', {
    onSuccess: ({ id }) => {
      done(texts.created);
      void navigate({ to: '/painel/links/$linkId', params: { linkId: id } });
    },
    onError,
  });
  const change = api.useMutation('patch', '/api/panel/{environment}/payment-links/{id}', {
    onSuccess: () => done(texts.saved),
    onError,
  });
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    const header = { 'idempotency-key': keys.keyOf(body) };
    if (link) change.mutate({ params: { path: { environment, id: link.id } }, body });
    else create.mutate({ params: { path: { environment }, header }, body });
  });
  const error = create.error ?? change.error;
  return (
    <Dialog onClose={onClose} size="lg" title={link ? texts.editTitle : texts.newLink}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          {error ? <ProblemAlert error={error} /> : null}
          <Fields form={form} />
          <Button type="submit" loading={create.isPending || change.isPending}>
            {link ? texts.save : texts.create}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

function Stock({ form }: { form: UseFormReturnType<LinkFormValues> }) {
  return (
    <NumberInput
      label={texts.stock}
      description={texts.stockHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      max={STOCK_MAX}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      {...form.getInputProps('stock')}
    />
  );
}

function Fields({ form }: { form: UseFormReturnType<LinkFormValues> }) {
  return (
    <>
      <TextInput
        label={texts.linkTitle}
        description={texts.linkTitleHint}
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={texts.linkDescription}
        placeholder={texts.optional}
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps('description')}
      />
      <LinkPrice form={form} />
      <LinkDueFields form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {form.values.kind_of_charge === 'now' && <Stock form={form} />}
        <TextInput
          label={texts.lastDay}
          description={texts.lastDayHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="date"
          {...form.getInputProps('last_day')}
          error={form.errors.expires_at}
        />
      </SimpleGrid>
      <TextInput
        label={texts.returnUrl}
        description={texts.returnUrlHint}
        placeholder={texts.optional}
        type="url"
        maxLength={2_048}
        {...form.getInputProps('return_url')}
      />
    </>
  );
}
