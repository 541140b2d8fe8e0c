import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveUpdate } from './live-update.ts';

const TRANSACTION_PATH = '/api/panel/{environment}/transactions/{id}';

/** The parts of the paths whose queries are read again after an update, by its kind. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  charge: ['/transactions', '/refunds', '/overview', '/statement', '/splits', '/webhooks'],
  payout: ['/transactions', '/payout-approvals', '/overview', '/statement', '/webhooks'],
  split: ['/splits', '/overview', '/statement'],
  dispute: ['/disputes', '/transactions', '/overview', '/statement'],
  transfer: ['/transfers', '/overview', '/statement'],
  webhook: ['/webhooks'],
};
const NOTICES = '/notices';
/** Updates within this time (ms) read the notices once: there may be many payments. */
const NOTICES_PAUSE_MS = 1_000;
const EVERYTHING_OF_MONEY = ['/overview', '/statement'];

/** Reads the shown queries that an update may have changed again. */
export function refreshAfter(client: QueryClient, updates: readonly LiveUpdate[]): void {
  if (updates.length === 0) return;
  const paths = new Set(
    updates.flatMap(({ kind }) => PATHS[kind.split('.')[0] ?? ''] ?? EVERYTHING_OF_MONEY),
  );
  const ids = new Set(updates.map(({ id }) => id));
  const isOld = (query: Query): boolean => {
    // The key of a query: the method, the path as documented, its parameters.
    const [, path, options] = query.queryKey as [string, string, { params?: Params } | undefined];
    if (typeof path !== 'string') return false;
    if (path === TRANSACTION_PATH) return ids.has(options?.params?.path?.id ?? '');
    return [...paths].some((part) => path.includes(part));
  };
  void client.invalidateQueries({ predicate: isOld });
  refreshNotices(client);
}

let isNoticesReadDue = false;

function refreshNotices(client: QueryClient): void {
  if (isNoticesReadDue) return;
  isNoticesReadDue = true;
  setTimeout(() => {
    isNoticesReadDue = false;
    const isNotices = ({ queryKey: [, path] }: Query) => String(path).includes(NOTICES);
    void client.invalidateQueries({ predicate: isNotices });
  }, NOTICES_PAUSE_MS);
}

interface Params {
  readonly path?: { readonly id?: string };
}
