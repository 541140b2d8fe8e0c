import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/charge-batches.ts';
import type { ChargeLine, TypedCells } from './batch-types.ts';
import { Faults } from './line-faults.tsx';

const LENGTH_MAX = 200;
const COLUMNS = Object.keys(texts.columns) as (keyof TypedCells)[];

/** The form that corrects a line of a file. It stays open while the line has errors. */
export function CorrectChargeLine({
  batchId,
  line: shown,
  onClose,
}: {
  batchId: string;
  line: ChargeLine;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const initialValues = Object.fromEntries(
    COLUMNS.map((name) => [name, shown.typed?.[name] ?? '']),
  ) as TypedCells;
  const form = useForm<TypedCells>({ initialValues });
  const correct = api.useMutation(
    'post',
    '/api/panel/{environment}/charge-batches/{id}/lines/{line}',
    {
      onSuccess: ({ lines }) => {
        void client.invalidateQueries();
        if (lines.some(({ refusal }) => refusal !== null)) return;
        showDone(texts.lineCorrected(shown.line));
        onClose();
      },
    },
  );
  const path = { environment, id: batchId, line: String(shown.line) };
  const submit = form.onSubmit((body) => correct.mutate({ params: { path }, body }));
  const current = correct.data?.lines[0] ?? shown;
  return (
    <Dialog onClose={onClose} title={texts.correctLine(shown.line)}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          {correct.error ? <ProblemAlert error={correct.error} /> : null}
          <Stack gap={2} role="alert">
            <Faults line={current} />
          </Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {COLUMNS.map((name, index) => (
              <TextInput
                key={name}
                label={texts.columns[name]}
                maxLength={LENGTH_MAX}
                autoComplete="off"
                {...(index === 0 && { 'data-autofocus': true })}
                {...form.getInputProps(name)}
              />
            ))}
          </SimpleGrid>
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
