import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconArrowsExchange, IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/transfers.ts';
import { NewTransfer } from './new-transfer.tsx';

type Transfer = Answer<'/api/panel/{environment}/transfers'>['data'][number];

/** Sent and received transfers. */
export function TransfersPage() {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const mayAct = useMayAct('sendTransfer');
  const [isOpen, { open, close }] = useDisclosure();
  const onNew = merchant?.is_sandbox || !mayAct ? undefined : open;
  const start = onNew && (
    <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
      {texts.newTransfer}
    </Button>
  );
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        options={
          <ListOptions
            files={
              <DownloadButton path={`/api/panel/${environment}/transfers.csv`}>
                {common.downloadCsv}
              </DownloadButton>
            }
          />
        }
        actions={start}
      />
      <List onNew={onNew} />
      {isOpen && <NewTransfer onClose={close} />}
    </>
  );
}

function List({ onNew }: { onNew: (() => void) | undefined }) {
  const environment = useEnvironment();
  const transfers = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/transfers',
    { params: { path: { environment } } },
    byCursor,
  );
  return (
    <PagedTable
      query={transfers}
      empty={
        <EmptyState
          icon={IconArrowsExchange}
          title={texts.empty}
          description={texts.emptyHint}
          action={onNew && <Button onClick={onNew}>{texts.newTransfer}</Button>}
        />
      }
      caption={texts.caption}
      columns={columns}
      rowKey={(row) => row.id}
      dayOf={(row) => row.created_at}
    />
  );
}

const columns: readonly Column<Transfer>[] = [
  {
    key: 'created_at',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  {
    key: 'direction',
    place: 'state',
    label: texts.direction,
    render: (row) => (row.direction === 'sent' ? texts.sentTo : texts.receivedFrom),
  },
  {
    key: 'counterparty',
    place: 'name',
    label: texts.counterparty,
    render: (row) => (
      <>
        {row.counterparty.name}
        <Text component="span" size="sm" c="dimmed" className="row-details">
          @{row.counterparty.username}
        </Text>
      </>
    ),
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: (row) => (
      <Money centavos={row.direction === 'sent' ? -row.amount : row.amount} isSigned fw={600} />
    ),
  },
  {
    key: 'description',
    place: 'more',
    label: texts.note,
    render: (row) => row.description,
  },
];
