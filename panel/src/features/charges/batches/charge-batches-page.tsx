import { Alert } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconChecks } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/charge-batches.ts';
import type { ChargeBatch } from './batch-types.ts';
import { NewCarne } from './new-carne.tsx';
import { UploadCharges } from './upload-charges.tsx';

/** The batches of charges, the upload of a file and the form of a carnê. */
export function ChargeBatchesPage() {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const isSandbox = merchant?.is_sandbox === true;
  const mayMakeCarne = useMayMoveMoney('checkChargeBatch') && !isSandbox;
  const batches = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/charge-batches',
    { params: { path: { environment }, query: {} } },
    byCursor,
  );
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        actions={
          <>
            <DownloadButton path={`/api/panel/${environment}/charge-batch-template.csv`}>
              {texts.template}
            </DownloadButton>
            {mayMakeCarne && <NewCarne />}
            {!isSandbox && <UploadCharges />}
          </>
        }
      />
      {isSandbox && <Alert variant="outline">{texts.sandbox}</Alert>}
      <PagedTable
        query={batches}
        empty={<EmptyState icon={IconChecks} title={texts.empty} description={texts.emptyHint} />}
        caption={texts.caption}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        dayOf={(row) => row.created_at}
        rowLink={(row) => ({ to: '/painel/cobrancas-em-lote/$id', params: { id: row.id } })}
      />
    </>
  );
}

function statusOf({ status, waiting_for_bank_since: since }: ChargeBatch): string {
  return since === null ? texts.statuses[status] : texts.waits;
}

const COLUMNS: readonly Column<ChargeBatch>[] = [
  {
    key: 'file',
    place: 'name',
    label: texts.file,
    render: (row) => row.file_name ?? row.external_id ?? texts.ofApi,
  },
  {
    key: 'created_at',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
  { key: 'count', label: texts.charges, align: 'right', render: (row) => row.count },
  {
    key: 'total',
    place: 'amount',
    label: texts.total,
    align: 'right',
    render: (row) => <Money centavos={row.amount} fw={600} />,
  },
  { key: 'status', place: 'state', label: texts.status, render: statusOf },
];
