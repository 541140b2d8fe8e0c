import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { formatTaxId } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconUser } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payment-links.ts';

type Buyer = Answer<'/api/panel/{environment}/transactions'>['data'][number];

const ASK_AGAIN_MS = 10_000;

/** The charges that payers made by a link: who they are, what they typed, and who has paid. */
export function LinkBuyers({ linkId }: { linkId: string }) {
  const environment = useEnvironment();
  const buyers = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/transactions',
    { params: { path: { environment }, query: { payment_link: linkId } } },
    { ...byCursor, refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <Section title={texts.buyers} description={texts.buyersHint} action={<Actions id={linkId} />}>
      <PagedTable
        query={buyers}
        isFramed={false}
        empty={<NoBuyers />}
        caption={texts.buyersCaption}
        columns={columns}
        rowKey={(row) => row.internal_id}
        dayOf={(row) => row.created_at}
        rowLink={({ internal_id: id }) => ({ to: '/painel/transacoes/$id', params: { id } })}
      />
    </Section>
  );
}

function Actions({ id }: { id: string }) {
  const environment = useEnvironment();
  return (
    <Group gap="xs">
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/painel/transacoes" search={{ link: id }} {...props} />}
      >
        {texts.filterBuyers}
      </Button>
      <DownloadButton
        path={`/api/panel/${environment}/transactions.csv`}
        query={{ payment_link: id }}
      >
        {common.downloadCsv}
      </DownloadButton>
    </Group>
  );
}

function NoBuyers() {
  return <EmptyState icon={IconUser} title={texts.noBuyers} description={texts.noBuyersHint} />;
}

const columns: readonly Column<Buyer>[] = [
  { key: 'name', place: 'name', label: texts.buyer, render: (row) => row.name },
  { key: 'document', label: texts.buyerDocument, render: (row) => formatTaxId(row.document) },
  {
    key: 'email',
    label: texts.buyerEmail,
    render: (row) => (
      <span style={{ overflowWrap: 'anywhere' }}>{row.email ?? common.notThere}</span>
    ),
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.price,
    align: 'right',
    render: (row) => <Money centavos={row.amount} fw={600} />,
  },
  {
    key: 'status',
    place: 'state',
    label: texts.status,
    render: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'created',
    place: 'time',
    label: texts.openedAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  { key: 'paid', label: texts.paidAt, render: (row) => <Instant at={row.paid_at} /> },
];
