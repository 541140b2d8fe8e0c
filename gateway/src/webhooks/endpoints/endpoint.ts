import { isoTime } from '#src/ground/clock.ts';
import * as f from '#src/ground/database/fields.ts';
import type { EndpointFormat } from '../pix-callbacks/pix-callback.ts';
import type { TransactionEventKind } from '../webhook-event.ts';

/** A URL that receives the events of a merchant in one environment. */
export const ENDPOINT = {
  ...f.SCOPE,
  id: f.uuid,
  url: f.text,
  events: f.listOf(f.textOf<TransactionEventKind>()),
  format: f.textOf<EndpointFormat>(),
  /** The Pix key whose payments it gets in the form of API Pix; null if it gets our events. */
  pixKey: f.orNull(f.text),
  status: f.textOf<'active' | 'paused'>(),
  createdAt: f.instant,
};
export type Endpoint = Omit<f.RecordOf<typeof ENDPOINT>, 'events'> & {
  readonly events: readonly TransactionEventKind[];
};

/** An endpoint as the merchants' API and the panel show it. */
export function endpointView({ id, url, events, pixKey, status, createdAt }: Endpoint) {
  const shown = { id, url, events: [...events], pix_key: pixKey };
  return { ...shown, status, created_at: isoTime(createdAt) };
}
