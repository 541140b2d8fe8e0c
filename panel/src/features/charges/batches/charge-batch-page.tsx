import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconAlertCircle } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/charge-batches.ts';
import type { ChargeBatch } from './batch-types.ts';
import { ChargeBatchActions } from './charge-batch-actions.tsx';
import { CreatedLines, FineLines, RefusedLines } from './charge-batch-lines.tsx';
import { UploadCharges } from './upload-charges.tsx';

const ASK_AGAIN_MS = 1_500;
/** The charges of one file of a carnê. */
const SLIPS_MAX = 300;
/** Above this the page has too many buttons; the API has the other files. */
const CARNES_MAX = 10;

/** One batch: what was found in its file, its progress, and its charges. */
export function ChargeBatchPage() {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const batch = api.useQuery(
    'get',
    '/api/panel/{environment}/charge-batches/{id}',
    { params: { path: { environment, id } } },
    {
      refetchInterval: (query) =>
        query.state.data?.status === 'processing' ? ASK_AGAIN_MS : false,
    },
  );
  useRefreshAtEnd(batch.data?.status);
  return (
    <>
      <BackLink to="/painel/cobrancas-em-lote">{texts.backToList}</BackLink>
      <QueryState query={batch} title={texts.title} lines={8}>
        {(data) => <Content batch={data} />}
      </QueryState>
    </>
  );
}

/** Reads the lines again when the batch that the page shows is completed. */
function useRefreshAtEnd(status: ChargeBatch['status'] | undefined): void {
  const client = useQueryClient();
  const last = useRef(status);
  useEffect(() => {
    if (last.current === 'processing' && status === 'completed') void client.invalidateQueries();
    last.current = status;
  }, [client, status]);
}

function Content({ batch }: { batch: ChargeBatch }) {
  const isChecked = batch.status === 'checked';
  const title = batch.file_name ?? batch.external_id ?? texts.ofApi;
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {!isChecked && <Downloads batch={batch} />}
            {isChecked && batch.invalid_count > 0 && <UploadCharges replaces={batch.id} />}
            <ChargeBatchActions batch={batch} />
          </>
        }
      />
      <Stack gap="md">
        <Findings batch={batch} />
        <Facts batch={batch} />
        {isChecked ? (
          <>
            {batch.invalid_count > 0 && <RefusedLines batch={batch} />}
            <FineLines batch={batch} />
          </>
        ) : (
          <>
            {batch.refused_count > 0 && <RefusedLines batch={batch} />}
            <CreatedLines batch={batch} />
          </>
        )}
      </Stack>
    </>
  );
}

/** The result, and the carnê in files of 300 charges each. */
function Downloads({ batch }: { batch: ChargeBatch }) {
  const environment = useEnvironment();
  const path = `/api/panel/${environment}/charge-batches/${batch.id}`;
  const { created_count: count } = batch;
  const files = Math.min(Math.ceil(count / SLIPS_MAX), CARNES_MAX);
  const isDone = batch.status === 'completed';
  return (
    <>
      <DownloadButton path={`${path}/resultado.csv`}>{texts.result}</DownloadButton>
      {isDone &&
        [...Array(files).keys()].map((index) => {
          const from = index * SLIPS_MAX + 1;
          const to = Math.min(from + SLIPS_MAX - 1, count);
          return (
            <DownloadButton key={from} path={`${path}/carne.pdf`} query={{ from }}>
              {files === 1 ? texts.carne : texts.carnePart(from, to)}
            </DownloadButton>
          );
        })}
    </>
  );
}

function Findings({ batch }: { batch: ChargeBatch }) {
  const { status, invalid_count: invalid, created_count: created, refused_count: refused } = batch;
  if (status === 'processing') {
    const done = created + refused;
    return (
      <Stack gap={4} role="status">
        <Progress.Root size="lg">
          <Progress.Section
            value={(100 * done) / batch.count}
            color="teal"
            aria-label={texts.progressLabel}
          />
        </Progress.Root>
        <Text size="sm">{texts.progress(done, batch.count)}</Text>
        {batch.waiting_for_bank_since !== null && (
          <Alert
            variant="outline"
            color="orange"
            title={texts.waits}
            styles={{ title: { color: 'var(--mantine-color-text)' } }}
          >
            <Text size="sm">
              {texts.waitsSince} <Instant at={batch.waiting_for_bank_since} />. {texts.waitsHint}
            </Text>
          </Alert>
        )}
      </Stack>
    );
  }
  const isChecked = status === 'checked';
  const count = isChecked ? invalid : refused;
  if (count === 0) return null;
  return (
    <Alert
      variant="outline"
      color="red"
      role="alert"
      icon={<IconAlertCircle size={18} />}
      title={isChecked ? texts.errorsTitle(count) : texts.refusedTitle(count)}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {isChecked && <Text size="sm">{texts.errorsHint}</Text>}
    </Alert>
  );
}

function Facts({ batch }: { batch: ChargeBatch }) {
  const { created_by: by } = batch;
  return (
    <Section title={texts.summary}>
      <FactTable
        facts={[
          [texts.status, texts.statuses[batch.status]],
          [texts.charges, batch.count],
          [texts.total, <Money key="total" centavos={batch.amount} />],
          ...(batch.status === 'checked'
            ? []
            : ([
                [texts.created, batch.created_count],
                [texts.refused, batch.refused_count],
              ] as const)),
          [texts.createdAt, <Instant key="at" at={batch.created_at} />],
          ...(by === null ? [] : [[texts.createdBy, by] as const]),
        ]}
      />
    </Section>
  );
}
