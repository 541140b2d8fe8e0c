import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { formatTaxId } from '#panel/components/masks.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconIdBadge2 } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/kyc.ts';
import { nameOf } from './field-names.ts';

const ASK_AGAIN_MS = 15_000;
type Item = Answer<'/api/operator/kyc'>['data'][number];
type Status = Item['status'];

const STATUSES = ['submitted', 'approved', 'rejected', 'draft'] as const satisfies Status[];

/** The applications that wait for an operator. */
export function KycQueuePage() {
  const [status, setStatus] = useState<Status>('submitted');
  const choose = (value: string) => setStatus(STATUSES.find((one) => one === value) ?? 'submitted');
  return (
    <>
      <PageHeader
        description={texts.queueDescription}
        isList
        options={
          <NativeSelect
            aria-label={texts.queueFilter}
            data={STATUSES.map((value) => ({ value, label: texts.queueFilters[value] }))}
            value={status}
            onChange={({ currentTarget: { value } }) => choose(value)}
          />
        }
      />
      <Queue status={status} />
    </>
  );
}

function Queue({ status }: { status: Status }) {
  const queue = api.useInfiniteQuery(
    'get',
    '/api/operator/kyc',
    { params: { query: { status } } },
    {
      ...byCursor,
      refetchInterval: ASK_AGAIN_MS,
    },
  );
  return (
    <PagedTable
      query={queue}
      empty={
        <EmptyState
          icon={IconIdBadge2}
          title={texts.queueEmpty}
          description={texts.queueEmptyHint}
        />
      }
      caption={texts.queueCaption}
      columns={COLUMNS}
      rowKey={(row) => row.application_id}
      rowLink={({ application_id: applicationId }) => ({
        to: '/operador/cadastros/$applicationId',
        params: { applicationId },
      })}
    />
  );
}

const NAMED_MAX = 3;

function missingOf(fields: readonly string[]): string {
  if (fields.length === 0) return common.notThere;
  const named = fields.slice(0, NAMED_MAX).map(nameOf).join(', ');
  const others = fields.length - NAMED_MAX;
  return others > 0 ? texts.andOthers(named, others) : named;
}

const COLUMNS: readonly Column<Item>[] = [
  {
    key: 'merchant',
    place: 'name',
    label: texts.merchant,
    render: (row) => (
      <span>
        <Text span inherit fw={600}>
          {row.merchant_name}
        </Text>
        <Text span size="sm" c="dimmed" className="row-details">
          @{row.username}
        </Text>
      </span>
    ),
  },
  {
    key: 'legal_name',
    label: texts.legalName,
    render: (row) => row.legal_name ?? common.notThere,
  },
  {
    key: 'tax_id',
    place: 'state',
    label: texts.taxId,
    render: (row) => (
      <span className="tabular">{row.tax_id ? formatTaxId(row.tax_id) : common.notThere}</span>
    ),
  },
  {
    key: 'kind',
    place: 'amount',
    label: texts.type,
    render: (row) => (row.kind ? texts.kinds[row.kind] : common.notThere),
  },
  {
    key: 'missing',
    label: texts.missingTitle,
    render: ({ missing }) => missingOf(missing),
  },
  { key: 'submission', label: texts.submission, render: (row) => row.submission_count },
  {
    key: 'since',
    place: 'time',
    label: texts.since,
    render: (row) => <Instant at={row.status_since} />,
  },
];
