import type { Answer } from '#panel/api/answer.ts';
import type { Webhook } from './webhook-types.ts';

type Delivery = Answer<'/api/panel/{environment}/webhooks/{id}/deliveries'>['data'][number];

/** The events that a webhook can choose. */
export type ChosenEventKind = Webhook['events'][number];

/** Every event that can be sent. */
export type EventName = Delivery['event'];

/** The event of a test is sent by a button and to any webhook, so no webhook chooses it. */
export function isChosen(event: EventName): event is ChosenEventKind {
  return event !== 'webhook.test';
}
