import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { isProblem, ServerNotReached } from '#panel/api/client.ts';
import { IconAlertCircle } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { PageHeader } from './page-header.tsx';

/** The parts of a query that its state needs. */
export interface ShownQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/**
 * Shows a query's data by `children`; a skeleton while it loads, and an error with a retry button.
 */
export function QueryState<Data>({
  query,
  children,
  title,
  lines = 4,
}: {
  query: ShownQuery<Data>;
  children: (data: Data) => ReactNode;
  /** The heading of the page until the data, which names it, is there. */
  title?: string;
  lines?: number;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return (
    <>
      {title && <PageHeader title={title} />}
      {query.error ? (
        <ProblemAlert error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <LoadingLines lines={lines} />
      )}
    </>
  );
}

/** Grey lines in the place of what is being loaded. */
export function LoadingLines({ lines }: { lines: number }) {
  return (
    <Stack className="awaited" gap="sm" role="status" aria-label={common.loading}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <Skeleton key={key} height={22} radius="sm" />
      ))}
    </Stack>
  );
}

/**
 * The message of an error; without `onRetry` it is at the top of a form, above its fields, and a
 * form that is longer than its window scrolls to it.
 */
export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const isOfForm = !onRetry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is another error
  useEffect(() => {
    if (isOfForm) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isOfForm, error]);
  return (
    <Alert
      ref={box}
      color="red"
      variant="outline"
      icon={<IconAlertCircle size={18} />}
      title={onRetry ? common.notReadTitle : common.problemTitle}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        {onRetry ? messageOf(error) : formMessageOf(error)}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {common.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Says that the fields have errors, if the gateway names fields. The code field shows no error. */
function formMessageOf(error: unknown): string {
  const details = isProblem(error) ? (error.details ?? []) : [];
  const namesFields = details.some(({ field }) => field !== 'code');
  return namesFields ? common.correctFields : messageOf(error);
}

/** The gateway's message for an error, or the panel's for a request that got no answer. */
export function messageOf(error: unknown): string {
  if (error instanceof ServerNotReached) {
    if (error.isRead) return common.notRead;
    return error.isRepeatable ? common.mayRepeat : common.serverNotReached;
  }
  if (!isProblem(error)) return common.unexpectedError;
  // Only after a request without an answer, when the values have changed since (form-key.ts).
  if (error.code === 'idempotency_key_reused') return common.earlierArrived;
  // Read after the log-in above the page.
  return error.code === 'not_logged_in' ? common.sessionHadEnded : error.message;
}
