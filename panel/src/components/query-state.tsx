import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { isProblem, ServerNotReached } from '#panel/api/client.ts';
import { IconAlertCircle } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';

/** What a query has to be for its state to be shown. */
export interface ShownQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A query's data through `children`; a skeleton before it, and an error with a second try. */
export function QueryState<Data>({
  query,
  children,
  lines = 4,
}: {
  query: ShownQuery<Data>;
  children: (data: Data) => ReactNode;
  lines?: number;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <ProblemAlert error={query.error} onRetry={() => query.refetch()} />;
  return (
    <Stack gap="sm" role="status" aria-label={common.loading}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <Skeleton key={key} height={22} radius="sm" />
      ))}
    </Stack>
  );
}

/** A refusal in the gateway's own words. */
export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertCircle size={18} />}
      title={common.problemTitle}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        {messageOf(error)}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {common.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The gateway's Portuguese words for an error, or ours for what never reached it. */
export function messageOf(error: unknown): string {
  if (error instanceof ServerNotReached) return common.serverNotReached;
  return isProblem(error) ? error.message : common.unexpectedError;
}
