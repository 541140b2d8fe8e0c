import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import type { EndpointFormat } from '../pix-callbacks/pix-callback.ts';
import type { TransactionEventKind } from '../webhook-event.ts';
import { type EndpointRow, selectEndpoint } from './endpoint-store.ts';

/** A URL that receives the events of a merchant in one environment. */
export interface Endpoint extends LedgerScope {
  readonly id: string;
  readonly url: string;
  readonly events: readonly TransactionEventKind[];
  readonly format: EndpointFormat;
  /** The Pix key whose payments it gets in the form of API Pix; null if it gets our events. */
  readonly pixKey: string | null;
  readonly status: 'active' | 'paused';
  readonly createdAt: number;
}

/**
 * Reads an endpoint that is not deleted and, if a scope is given, belongs to it. Refuses
 * `webhook_not_found`.
 */
export async function findEndpoint(
  database: Queryable,
  id: string,
  scope?: LedgerScope,
): Promise<EndpointRow> {
  const endpoint = isId(id) ? await selectEndpoint(database, id) : undefined;
  const isOwn =
    scope === undefined ||
    (endpoint?.merchant_id === scope.merchantId && endpoint.environment === scope.environment);
  if (!endpoint || !isOwn) throw new Refusal('webhook_not_found');
  return endpoint;
}

/** The endpoint of a row. */
export function endpointFromRow(row: EndpointRow): Endpoint {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    url: row.url,
    events: row.events,
    format: row.format,
    pixKey: row.pix_key,
    status: row.status,
    createdAt: row.created_at,
  };
}
