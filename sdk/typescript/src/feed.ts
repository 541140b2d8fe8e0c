import type { EventPage, WebhookEvent } from './generated/types.ts';

/** Um evento da sua conta, com o mesmo `data` que o webhook leva. */
export type FeedEvent = WebhookEvent & Pick<EventPage['data'][number], 'resource_id' | 'delivered'>;
