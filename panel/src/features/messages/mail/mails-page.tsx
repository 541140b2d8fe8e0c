import { Alert, NativeSelect, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconInfoCircle, IconMail } from '#panel/icons.ts';
import { useMay } from '#panel/session/session.ts';
import { texts } from '#texts/mails.ts';
import { MailDetail } from './mail-detail.tsx';

const ASK_AGAIN_MS = 15_000;
const STATUSES = ['pending', 'sent', 'kept', 'failed'] as const;

type Mail = Answer<'/api/operator/mails'>['data'][number];

/** The outbox: every mail, its recipient, and whether it was sent. */
export function MailsPage() {
  const [status, setStatus] = useState<Mail['status']>();
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        actions={
          <NativeSelect
            aria-label={texts.filter}
            value={status ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setStatus(STATUSES.find((one) => one === value))
            }
            data={[
              { value: '', label: texts.all },
              ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
            ]}
          />
        }
      />
      <Outbox status={status} />
    </>
  );
}

function Outbox({ status }: { status: Mail['status'] | undefined }) {
  // A mail may contain a link that logs in, so only admins open it.
  const mayRead = useMay('getMail');
  const [opened, setOpened] = useState<string>();
  const mails = api.useInfiniteQuery(
    'get',
    '/api/operator/mails',
    { params: { query: { ...(status && { status }) } } },
    {
      ...byCursor,
      refetchInterval: ASK_AGAIN_MS,
    },
  );
  return (
    <QueryState query={mails} lines={8}>
      {({ pages }) => {
        const rows: Mail[] = pages.flatMap(({ data }) => data);
        return (
          <>
            {pages[0]?.is_smtp_configured === false && <MailsAreKept />}
            {rows.length === 0 ? (
              <EmptyState icon={IconMail} title={texts.empty} description={texts.emptyHint} />
            ) : (
              <Paper withBorder p="md">
                <DataTable
                  caption={texts.caption}
                  columns={COLUMNS}
                  rows={rows}
                  rowKey={(row) => row.id}
                  dayOf={(row) => row.created_at}
                  {...(mayRead && { onRowClick: (row: Mail) => setOpened(row.id) })}
                />
                <LoadMore query={mails} />
              </Paper>
            )}
            <MailDetail id={opened} onClose={() => setOpened(undefined)} />
          </>
        );
      }}
    </QueryState>
  );
}

function MailsAreKept() {
  return (
    <Alert mb="lg" variant="outline" icon={<IconInfoCircle size={18} />} title={texts.keptTitle}>
      {texts.keptHint}
    </Alert>
  );
}

const COLUMNS: readonly Column<Mail>[] = [
  {
    key: 'created',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  {
    key: 'recipient',
    place: 'name',
    label: texts.recipient,
    // A long address would push the state out of a narrow window.
    render: (row) => (
      <Text inherit miw="10rem" style={{ overflowWrap: 'anywhere' }}>
        {row.recipient}
      </Text>
    ),
  },
  { key: 'subject', place: 'more', label: texts.subject, render: (row) => row.subject },
  {
    key: 'status',
    place: 'state',
    label: texts.status,
    render: (row) => <StatusBadge status={row.status} />,
  },
];
