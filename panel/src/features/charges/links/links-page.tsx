import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconLink, IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayDraft, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payment-links.ts';
import { LinkForm } from './link-form.tsx';
import { hasPayments, type PaymentLink, priceOf, soldOf, stateOf } from './payment-link.ts';

/** The payment links of the environment, and the form of a new one. */
export function LinksPage() {
  const { merchant } = useSession();
  const mayAct = useMayDraft('createPaymentLinkByHand') && !merchant?.is_sandbox;
  const [isOpen, { open, close }] = useDisclosure();
  const create = mayAct && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {texts.newLink}
    </Button>
  );
  return (
    <>
      <PageHeader description={texts.description} actions={create} isList />
      {!merchant?.is_sandbox && merchant?.status !== 'active' && (
        <Alert variant="outline" mb="md">
          {texts.draftHint}
        </Alert>
      )}
      {merchant?.is_sandbox ? (
        <Alert variant="outline">{texts.sandbox}</Alert>
      ) : (
        <List onNew={mayAct ? open : undefined} />
      )}
      {isOpen && <LinkForm onClose={close} />}
    </>
  );
}

function List({ onNew }: { onNew: (() => void) | undefined }) {
  const environment = useEnvironment();
  const links = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/payment-links',
    { params: { path: { environment } } },
    byCursor,
  );
  const action = onNew && <Button onClick={onNew}>{texts.newLink}</Button>;
  return (
    <PagedTable
      query={links}
      empty={
        <EmptyState
          icon={IconLink}
          title={texts.empty}
          description={texts.emptyHint}
          action={action}
        />
      }
      caption={texts.caption}
      columns={columns}
      rowKey={(row) => row.id}
      rowLink={({ id }) => ({ to: '/painel/links/$linkId', params: { linkId: id } })}
    />
  );
}

const columns: readonly Column<PaymentLink>[] = [
  {
    key: 'title',
    place: 'name',
    label: texts.linkTitle,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.title}</span>,
  },
  { key: 'price', place: 'amount', label: texts.price, align: 'right', render: priceOf },
  { key: 'sold', place: 'time', isNamed: true, label: texts.sales, align: 'right', render: soldOf },
  {
    key: 'received',
    label: texts.received,
    align: 'right',
    render: (row) =>
      hasPayments(row) ? <Money centavos={row.received_amount} fw={600} /> : common.notThere,
  },
  {
    key: 'status',
    place: 'state',
    label: texts.status,
    render: (row) => <StatusBadge {...stateOf(row)} />,
  },
  { key: 'created', label: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
];
