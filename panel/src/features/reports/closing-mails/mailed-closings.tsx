import { Text } from '@mantine/core';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/closings.ts';
import { texts as statements } from '#texts/statements.ts';

type MailedClosing = Answer<'/api/panel/closing-mails/sent'>['data'][number];

/** The closings that were mailed, newest first. */
export function MailedClosings() {
  const query = api.useInfiniteQuery('get', '/api/panel/closing-mails/sent', {}, byCursor);
  return (
    <Section title={texts.sent}>
      <QueryState query={query}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length === 0) return <Text c="dimmed">{texts.sentEmpty}</Text>;
          return (
            <>
              <DataTable
                caption={texts.sentCaption}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
              />
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}

const columns: readonly Column<MailedClosing>[] = [
  {
    key: 'period',
    place: 'name',
    label: texts.sentPeriod,
    render: ({ from, to }) =>
      from === to
        ? formatCalendarDay(from)
        : statements.period(formatCalendarDay(from), formatCalendarDay(to)),
  },
  {
    key: 'email',
    place: 'more',
    label: texts.email,
    render: ({ email }) => (
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    ),
  },
  {
    key: 'formats',
    place: 'amount',
    label: texts.formats,
    render: ({ formats }) => formats.map((format) => format.toUpperCase()).join(', '),
  },
  {
    key: 'sent',
    place: 'time',
    label: texts.sentAt,
    render: ({ sent_at: at }) => <Instant at={at} />,
  },
  {
    key: 'state',
    place: 'state',
    label: texts.state,
    render: ({ status }) => <StatusBadge status={status} label={texts.sentStates[status]} />,
  },
];
