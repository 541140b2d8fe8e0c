import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Charge } from '#panel/api/transaction.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCalendarDay, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/due.ts';
import { PartsTable } from './amount-parts.tsx';
import type { Due } from './due-types.ts';
import { rulesInWords } from './due-words.ts';

/** The due date of a charge: its rules in words, how its amount came about, and its changes. */
export function ChargeDue({ charge, due }: { charge: Charge; due: Due }) {
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <Title order={2}>{texts.terms}</Title>
        {charge.due_today?.is_late && (
          <Badge variant="light" color="red">
            {texts.lateBadge}
          </Badge>
        )}
      </Group>
      <Stack gap="md">
        <FactTable
          facts={[
            [texts.dueDate, formatCalendarDay(due.due_date)],
            [texts.payableUntil, formatCalendarDay(due.last_payable_day)],
            ...rulesInWords(due),
          ]}
        />
        <Amount charge={charge} />
        {due.revisions && due.revisions.length > 0 && <Revisions revisions={due.revisions} />}
      </Stack>
    </Paper>
  );
}

/** How the amount of a charge without a due date came about that was paid with another amount. */
export function OtherAmountPaid({ charge }: { charge: Charge }) {
  if (charge.original === undefined) return null;
  return (
    <Paper withBorder p="md">
      <Amount charge={charge} />
    </Paper>
  );
}

/** How the amount of today, or the one that was paid, came about. */
function Amount({ charge }: { charge: Charge }) {
  const {
    due_today: today,
    original,
    fine,
    interest,
    rebate,
    discount,
    paid_amount: paid,
  } = charge;
  const parts = today ?? { original, fine, interest, rebate, discount };
  const total = today
    ? ([texts.amountToday, today.amount] as const)
    : ([texts.paid, paid] as const);
  if (!isWhole(parts) || total[1] === undefined) return null;
  return (
    <div>
      <Text fw={500} size="sm">
        {texts.howItCameAbout}
      </Text>
      <PartsTable parts={parts} total={[total[0], total[1]]} />
      {today && today.tomorrow !== null && (
        <Text size="sm" c="dimmed" mt={4}>
          {texts.tomorrow(formatMoney(today.tomorrow))}
        </Text>
      )}
    </div>
  );
}

type WholeParts = Parameters<typeof PartsTable>[0]['parts'];

function isWhole(parts: { [Name in keyof WholeParts]?: number | undefined }): parts is WholeParts {
  return parts.original !== undefined;
}

function Revisions({ revisions }: { revisions: NonNullable<Due['revisions']> }) {
  return (
    <div>
      <Title order={3} size="h4">
        {texts.revisions}
      </Title>
      <DataTable
        caption={texts.revisionsCaption}
        rows={revisions}
        rowKey={({ revision }) => String(revision)}
        columns={[
          {
            key: 'until',
            place: 'time',
            label: texts.validUntil,
            render: ({ replaced_at: at }) => <Instant at={at} />,
          },
          {
            key: 'amount',
            place: 'amount',
            label: texts.originalAmount,
            align: 'right',
            render: ({ amount }) => <Money centavos={amount} />,
          },
          {
            key: 'due',
            place: 'name',
            isNamed: true,
            label: texts.dueDate,
            render: ({ due_date: day }) => formatCalendarDay(day),
          },
          { key: 'rules', place: 'more', label: texts.rules, render: (rules) => wordsOf(rules) },
        ]}
      />
    </div>
  );
}

function wordsOf(rules: Parameters<typeof rulesInWords>[0]): string {
  const words = rulesInWords(rules).map(([label, text]) => `${label}: ${text}`);
  return words.length === 0 ? texts.noRules : words.join('. ');
}
