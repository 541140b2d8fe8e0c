import type { EventPage, WebhookEvent } from './generated/types.ts';

/** Um evento da sua conta, com o mesmo `data` que o webhook leva. */
export type FeedEvent = WebhookEvent & Pick<EventPage['data'][number], 'resource_id' | 'delivered'>;

/** Uma requisição desta chave. Nunca tem corpos, cabeçalhos ou chaves. */
export interface RequestRecord {
  readonly request_id: string;
  readonly started_at: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly status: number;
  readonly duration_ms: number;
  readonly idempotency_replayed: boolean;
  readonly code: string | null;
  /** Quantas outras houve que não aparecem. */
  readonly omitted: number;
}
