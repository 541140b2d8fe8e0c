import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { daysOfPeriod } from '#panel/components/days-of-period.ts';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { PeriodChoice } from '#panel/components/period-choice.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { useAddressPeriod } from '#panel/components/use-address-period.ts';
import { IconArrowBackUp } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/refunds.ts';

type Refund = Answer<'/api/panel/{environment}/refunds'>['data'][number];

const STATUSES = ['pending', 'done', 'failed'] as const;
/** The colour of each status, by another status that has it. */
const LIKE = { pending: 'pending', done: 'paid', failed: 'failed' } as const;

/** The refunds of the merchant's charges: a list with filters, and its file. */
export function RefundsPage() {
  const environment = useEnvironment();
  const { filter, change } = useAddressFilter('situacao', 'cliente');
  const { period, choose } = useAddressPeriod(undefined);
  const status = STATUSES.find((one) => one === filter.situacao);
  const { cliente: customer } = filter;
  const days = period && daysOfPeriod(period);
  const query = { ...days, ...(status && { status }), ...(customer && { customer }) };
  const refunds = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/refunds',
    { params: { path: { environment }, query } },
    byCursor,
  );
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        options={
          <ListOptions
            files={
              <DownloadButton path={`/api/panel/${environment}/refunds.csv`} query={query}>
                {common.downloadCsv}
              </DownloadButton>
            }
          >
            <PeriodChoice
              label={texts.createdAt}
              chosen={period}
              shown={days}
              daysMax={Number.POSITIVE_INFINITY}
              hasAllTime
              onChoose={choose}
            />
            <NativeSelect
              label={texts.status}
              value={status ?? ''}
              onChange={({ currentTarget: { value } }) => change({ situacao: value })}
              data={[
                { value: '', label: texts.allStatuses },
                ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
              ]}
            />
          </ListOptions>
        }
      />
      <Stack gap="md">
        {customer && (
          <Group gap="xs">
            <Text size="sm">{texts.ofCustomer}</Text>
            <Button variant="default" size="xs" onClick={() => change({ cliente: '' })}>
              {texts.ofAllCustomers}
            </Button>
          </Group>
        )}
        <PagedTable
          query={refunds}
          empty={
            <EmptyState icon={IconArrowBackUp} title={texts.empty} description={texts.emptyHint} />
          }
          caption={texts.listCaption}
          columns={columns}
          rowKey={({ internal_id: id }) => id}
          dayOf={({ created_at: at }) => at}
          rowLink={({ transaction_id: id }) => ({ to: '/painel/transacoes/$id', params: { id } })}
        />
      </Stack>
    </>
  );
}

const columns: readonly Column<Refund>[] = [
  {
    key: 'created',
    label: texts.createdAt,
    place: 'time',
    render: ({ created_at: at }) => <Instant at={at} />,
  },
  { key: 'payer', label: texts.payer, place: 'name', render: (row) => <Payer refund={row} /> },
  { key: 'reason', label: texts.reason, render: (row) => <Reason refund={row} /> },
  { key: 'done', label: texts.doneAt, render: ({ done_at: at }) => <Instant at={at} /> },
  {
    key: 'status',
    label: texts.status,
    place: 'state',
    render: ({ status, held }) => (
      <StatusBadge status={LIKE[status]} label={held ? common.held : texts.statuses[status]} />
    ),
  },
  {
    key: 'amount',
    label: texts.refundAmount,
    align: 'right',
    place: 'amount',
    render: ({ amount }) => <Money centavos={amount} fw={600} />,
  },
];

function Payer({ refund: { payer_name: name, external_id: reference } }: { refund: Refund }) {
  return (
    <span>
      {name}
      {reference !== null && (
        <Text component="span" size="sm" c="dimmed" className="row-details">
          {reference}
        </Text>
      )}
    </span>
  );
}

/** The reason of a refund, and why it failed. */
function Reason({ refund: { reason, failure_reason: failure } }: { refund: Refund }) {
  return (
    <span>
      {reason ?? common.notThere}
      {failure && (
        <Text component="span" display="block" size="sm" c="dimmed">
          {failure.message}
        </Text>
      )}
    </span>
  );
}
