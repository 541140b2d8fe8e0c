import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payout-batches.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchFindings } from './batch-findings.tsx';
import { CheckedLines, PaidLines } from './batch-lines.tsx';
import { type BatchDetails, statusOf } from './batch-types.ts';
import { UploadBatch } from './upload-batch.tsx';

const ASK_AGAIN_MS = 5_000;

/** One batch: what was found in its file, its confirmation, and its payouts. */
export function BatchPage() {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const batch = api.useQuery(
    'get',
    '/api/panel/{environment}/payout-batches/{id}',
    { params: { path: { environment, id } } },
    { refetchInterval: (query) => (isUnderWay(query.state.data) ? ASK_AGAIN_MS : false) },
  );
  return (
    <>
      <BackLink to="/painel/saques-em-lote">{texts.backToList}</BackLink>
      <QueryState query={batch} title={texts.title} lines={8}>
        {(data) => <Content batch={data} />}
      </QueryState>
    </>
  );
}

function Content({ batch }: { batch: BatchDetails }) {
  const environment = useEnvironment();
  const isConfirmed = batch.status !== 'checked';
  const path = `/api/panel/${environment}/payout-batches/${batch.id}/resultado.csv`;
  const result = isConfirmed && <DownloadButton path={path}>{texts.result}</DownloadButton>;
  return (
    <Stack gap="md">
      <PageHeader
        title={batch.file_name}
        actions={
          <>
            {result}
            {batch.status === 'checked' && <UploadBatch replaces={batch.id} />}
            <BatchActions batch={batch} />
          </>
        }
      />
      <BatchFindings batch={batch} />
      <Facts batch={batch} />
      {isConfirmed ? <PaidLines lines={batch.lines} /> : <CheckedLines batch={batch} />}
    </Stack>
  );
}

function Facts({ batch }: { batch: BatchDetails }) {
  return (
    <Section title={texts.summary}>
      <FactTable
        facts={[
          [texts.status, statusOf(batch)],
          [texts.lines, batch.line_count],
          [texts.total, <Money key="total" centavos={batch.total} />],
          [texts.fee, <Money key="fee" centavos={batch.fee} />],
          [texts.totalWithFees, <Total key="with-fees" batch={batch} />],
          [texts.createdAt, <Instant key="at" at={batch.created_at} />],
          [texts.createdBy, batch.created_by],
          ...(batch.decided_by === null ? [] : [[texts.decidedBy, batch.decided_by] as const]),
          ...(batch.reason === null ? [] : [[common.reason, batch.reason] as const]),
        ]}
      />
    </Section>
  );
}

/** The sum of the lines, and how many of them it leaves out. */
function Total({ batch: { total, fee, lines } }: { batch: BatchDetails }) {
  const unread = lines.filter(({ amount }) => amount === null).length;
  return (
    <>
      <Money centavos={total + fee} fw={650} />
      {unread > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {texts.leftOut(unread)}
        </Text>
      )}
    </>
  );
}

/** Whether payouts of a batch may still change. */
function isUnderWay(batch: BatchDetails | undefined): boolean {
  return batch?.lines.some(({ payout }) => payout?.status === 'pending') === true;
}
