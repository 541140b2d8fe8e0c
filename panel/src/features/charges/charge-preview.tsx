import { Alert, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { messageOf } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts as dueTexts } from '#texts/due.ts';
import { texts } from '#texts/transactions.ts';
import { type ChargeFormValues, shareOf, type TypedShare } from './charge-form-values.ts';
import { DueDays } from './due/due-days.tsx';
import { addressOf, completeRulesOf } from './due/due-form-values.ts';
import type { ChargePreviewAnswer } from './due/due-types.ts';

const TYPING_MS = 400;
const POSTAL_CODE = /^\d{5}-?\d{3}$/;

/**
 * The amounts of the typed charge for the fee, each recipient and the merchant, and with a due date
 * the amount of each day. The gateway calculates them.
 */
export function ChargePreview({ values }: { values: ChargeFormValues }) {
  const environment = useEnvironment();
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const preview = api.useQuery(
    'post',
    '/api/panel/{environment}/splits/preview',
    { params: { path: { environment } }, body: bodyOf(settled) },
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
  const { data } = preview;
  if (!data) return null;
  return (
    <>
      {data.days && values.kind === 'due' && <DueDays days={data.days} />}
      {data.split.length > 0 && <Division preview={data} />}
    </>
  );
}

function bodyOf(values: ChargeFormValues) {
  const { amount, split, kind, payer } = values;
  const { address } = payer;
  const isComplete = address?.street && address.city && address.state;
  return {
    amount,
    split: split.map(shareOf),
    ...(kind === 'due' && completeRulesOf(values)),
    ...(kind === 'due' &&
      isComplete &&
      POSTAL_CODE.test(address.postal_code) && { payer: { address: addressOf(address) } }),
  };
}

/** The parts of the amount; with a due date those of the smallest and of the largest payment. */
function Division({ preview }: { preview: ChargePreviewAnswer }) {
  const { smallest, largest } = preview;
  const ends = smallest && largest && smallest.amount !== largest.amount;
  const divisions = ends ? [smallest, largest] : [preview];
  const names = ends ? [dueTexts.smallest, dueTexts.largest] : [texts.amount];
  const title = ends ? dueTexts.ends : texts.previewTitle;
  const rows = [
    ...preview.split.map(({ username }, index) => ({
      name: `@${username}`,
      amounts: divisions.map(({ split }) => split[index]?.amount ?? 0),
    })),
    { name: texts.fee, amounts: divisions.map(({ fee_amount: fee }) => fee) },
    { name: texts.keptByYou, amounts: divisions.map(({ origin_amount: rest }) => rest) },
    ...(ends
      ? [{ name: dueTexts.previewAmount, amounts: divisions.map(({ amount }) => amount) }]
      : []),
  ];
  return (
    <Stack gap={4} role="status">
      <Text fw={500} size="sm">
        {title}
      </Text>
      <DataTable
        caption={title}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', label: texts.previewReceiver, render: ({ name }) => name },
          ...names.map(
            (label, index): Column<(typeof rows)[number]> => ({
              key: label,
              label,
              align: 'right',
              render: ({ amounts }) => <Money centavos={amounts[index] ?? 0} />,
            }),
          ),
        ]}
      />
      <Text size="xs" c="dimmed">
        {texts.previewHint}
      </Text>
    </Stack>
  );
}

/** Whether there is something to compute that the form doesn't show already. */
function hasArithmetic({ amount, split, kind, due_date: day }: ChargeFormValues): boolean {
  if (amount === 0 || !split.every(isComplete)) return false;
  return kind === 'due' ? day !== '' : split.length > 0;
}

function isComplete({ username, kind, percentage, amount }: TypedShare): boolean {
  return username.trim() !== '' && (kind === 'amount' ? amount > 0 : Number(percentage) > 0);
}
