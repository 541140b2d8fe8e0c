import { Alert, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import type { paths } from '#panel/api/schema.d.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { messageOf } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/transactions.ts';
import { type ChargeFormValues, shareOf, type TypedShare } from './charge-form-values.ts';

const TYPING_MS = 400;

/** What the fee, each recipient and the merchant get of the typed charge; the gateway says it. */
export function ChargePreview({ values }: { values: ChargeFormValues }) {
  const environment = useEnvironment();
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const body = { amount: settled.amount, split: settled.split.map(shareOf) };
  const preview = api.useQuery(
    'post',
    '/api/panel/{environment}/splits/preview',
    { params: { path: { environment } }, body },
    { enabled: hasArithmetic(settled), retry: false, placeholderData: keepPreviousData },
  );
  if (!hasArithmetic(values)) return null;
  if (preview.error) {
    return (
      <Alert color="yellow" variant="outline" role="status">
        {messageOf(preview.error)}
      </Alert>
    );
  }
  return preview.data ? <Division preview={preview.data} /> : null;
}

type PreviewAnswers = paths['/api/panel/{environment}/splits/preview']['post']['responses'];
type Preview = PreviewAnswers[200]['content']['application/json'];

function Division({ preview }: { preview: Preview }) {
  const rows = [
    ...preview.split.map(({ username, amount }) => ({ name: `@${username}`, amount })),
    { name: texts.fee, amount: preview.fee_amount },
    { name: texts.keptByYou, amount: preview.origin_amount },
  ];
  return (
    <Stack gap={4} role="status">
      <Text fw={500} size="sm">
        {texts.previewTitle}
      </Text>
      <DataTable
        caption={texts.previewTitle}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', label: texts.previewReceiver, render: ({ name }) => name },
          {
            key: 'amount',
            label: texts.amount,
            align: 'right',
            render: ({ amount }) => <Money centavos={amount} />,
          },
        ]}
      />
      <Text size="xs" c="dimmed">
        {texts.previewHint}
      </Text>
    </Stack>
  );
}

function hasArithmetic({ amount, split }: ChargeFormValues): boolean {
  return amount > 0 && split.length > 0 && split.every(isComplete);
}

function isComplete({ username, kind, percentage, amount }: TypedShare): boolean {
  return username.trim() !== '' && (kind === 'amount' ? amount > 0 : Number(percentage) > 0);
}
