import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-batches.ts';
import type { BatchLine } from './batch-types.ts';
import { lineErrorText } from './line-error-text.ts';

const KEY_TYPES = ['cpf', 'cnpj', 'email', 'celular', 'aleatoria'] as const;
const LENGTH_MAX = 200;
const DESCRIPTION_LENGTH_MAX = 140;

/** The form that corrects a line of a batch. It stays open while the line has errors. */
export function CorrectLine({
  batchId,
  line: shown,
  onClose,
}: {
  batchId: string;
  line: BatchLine;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm({ initialValues: valuesOf(shown) });
  const correct = api.useMutation(
    'post',
    '/api/panel/{environment}/payout-batches/{id}/lines/{line}',
    {
      onSuccess: ({ lines }) => {
        void client.invalidateQueries();
        if (lines.some(({ line, errors }) => line === shown.line && errors.length > 0)) return;
        showDone(texts.lineCorrected(shown.line));
        onClose();
      },
    },
  );
  const path = { environment, id: batchId, line: String(shown.line) };
  const submit = form.onSubmit((body) => correct.mutate({ params: { path }, body }));
  const current = correct.data?.lines.find(({ line }) => line === shown.line) ?? shown;
  return (
    <Dialog onClose={onClose} title={texts.correctLine(shown.line)}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          {correct.error ? <ProblemAlert error={correct.error} /> : null}
          <Stack gap={2} role="alert">
            {current.errors.map((error) => (
              <Text key={error} size="sm" c="var(--mantine-color-error)">
                {lineErrorText(current, error)}
              </Text>
            ))}
          </Stack>
          <Fields form={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" loading={correct.isPending}>
              {texts.checkAgain}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

type Values = ReturnType<typeof valuesOf>;

function Fields({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const field = (name: keyof Values, maxLength = LENGTH_MAX) => ({
    autoComplete: 'off',
    maxLength,
    ...form.getInputProps(name),
  });
  return (
    <>
      <TextInput label={texts.name} data-autofocus {...field('name')} />
      <TextInput label={texts.document} {...field('document')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={texts.keyType}
          data={[
            { value: '', label: texts.noKeyType },
            ...KEY_TYPES.map((value) => ({ value, label: texts.keyTypes[value] })),
          ]}
          {...form.getInputProps('key_type')}
        />
        <TextInput label={texts.pixKey} {...field('key')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.amount}
          description={texts.amountHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          {...field('amount')}
        />
        <TextInput label={texts.externalId} {...field('external_id')} />
      </SimpleGrid>
      <TextInput label={texts.note} {...field('description', DESCRIPTION_LENGTH_MAX)} />
    </>
  );
}

/** The values of a line in the file; the type of the key as the form names it. */
function valuesOf({ typed, pix_key_type: type }: BatchLine) {
  const { name = '', document = '', key = '', amount = '', description = '' } = typed ?? {};
  const keyType = type === null ? '' : NAMES[type];
  return {
    name,
    document,
    key_type: keyType,
    key,
    amount,
    description,
    external_id: typed?.external_id ?? '',
  };
}

const NAMES = {
  cpf: 'cpf',
  cnpj: 'cnpj',
  email: 'email',
  phone: 'celular',
  random: 'aleatoria',
} as const;
