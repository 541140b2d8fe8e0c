import { api } from '#panel/api/client.ts';
import { Awaited } from '#panel/components/awaited.tsx';
import { DataTable } from '#panel/components/data-table.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-batches.ts';
import { BATCH_COLUMNS } from './batch-columns.tsx';

/** The batches that wait for one decision each; nothing when none waits. */
export function AwaitingBatches() {
  const environment = useEnvironment();
  const { data, isPending } = api.useQuery('get', '/api/panel/{environment}/payout-batches', {
    params: { path: { environment }, query: { awaiting: true } },
  });
  if (isPending) return <Awaited />;
  if (!data || data.data.length === 0) return null;
  return (
    <Section title={texts.awaitingTitle}>
      <DataTable
        caption={texts.awaitingTitle}
        columns={BATCH_COLUMNS}
        rows={data.data}
        rowKey={(row) => row.id}
        rowLink={(row) => ({ to: '/painel/saques-em-lote/$id', params: { id: row.id } })}
      />
    </Section>
  );
}
