import { Alert } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconListCheck } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/payout-batches.ts';
import { BATCH_COLUMNS } from './batch-columns.tsx';
import { UploadBatch } from './upload-batch.tsx';

/** The batches of payouts, and the upload of a new one. */
export function BatchesPage() {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const isSandbox = merchant?.is_sandbox === true;
  const batches = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/payout-batches',
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
            <DownloadButton path={`/api/panel/${environment}/payout-batch-template.csv`}>
              {texts.template}
            </DownloadButton>
            {!isSandbox && <UploadBatch />}
          </>
        }
      />
      {isSandbox && <Alert variant="outline">{texts.sandbox}</Alert>}
      <PagedTable
        query={batches}
        empty={
          <EmptyState
            icon={IconListCheck}
            title={texts.empty}
            description={texts.emptyHint}
            action={!isSandbox && <UploadBatch />}
          />
        }
        caption={texts.caption}
        columns={BATCH_COLUMNS}
        rowKey={(row) => row.id}
        dayOf={(row) => row.created_at}
        rowLink={(row) => ({ to: '/painel/saques-em-lote/$id', params: { id: row.id } })}
      />
    </>
  );
}
