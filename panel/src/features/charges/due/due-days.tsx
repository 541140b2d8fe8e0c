import { Stack, Text } from '@mantine/core';
import { DataTable } from '#panel/components/data-table.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/due.ts';
import { PartsLine } from './amount-parts.tsx';
import type { ChargePreviewAnswer } from './due-types.ts';

type Days = NonNullable<ChargePreviewAnswer['days']>;

/** The amounts to pay today, on the due date, after it and on the last day. */
export function DueDays({ days }: { days: Days }) {
  const nameOf = nameDays(days);
  return (
    <Stack gap={4} role="status">
      <Text fw={500} size="sm">
        {texts.previewTitle}
      </Text>
      <DataTable
        caption={texts.previewTitle}
        rows={days}
        rowKey={({ day }) => day}
        columns={[
          {
            key: 'day',
            label: texts.previewDay,
            render: (row) => (
              <>
                {formatCalendarDay(row.day)}
                <Text span size="sm" c="dimmed" ml={6}>
                  {nameOf(row)}
                </Text>
              </>
            ),
          },
          {
            key: 'amount',
            label: texts.previewAmount,
            align: 'right',
            render: (row) => (
              <div>
                <Money centavos={row.amount} fw={600} />
                <PartsLine parts={row} />
              </div>
            ),
          },
        ]}
      />
    </Stack>
  );
}

/** Names each day: the last one that is not late is the due date. */
function nameDays(days: Days): (row: Days[number]) => string {
  const dueDay = days.findLast((row) => !row.is_late)?.day;
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return ({ day, is_late: isLate, discount }) => {
    if (day === dueDay) return texts.dueDay;
    if (day === last) return texts.lastDay;
    if (isLate) return texts.lateDay;
    if (day === first) return texts.today;
    return discount > 0 ? texts.discountEnds : '';
  };
}
