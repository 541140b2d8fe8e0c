import { memberRules } from '#src/ground/access/member-access.ts';
import { isoTime, parseInstant } from '#src/ground/clock.ts';
import { failureTextIn } from '#src/ground/http/http-failure.ts';
import { type Call, operationsOf } from '#src/ground/http/operation.ts';
import { sentHeaders } from '../delivery/send-delivery.ts';
import type { EndpointDeps } from '../endpoints/manage-endpoints.ts';
import {
  DeliveryList,
  DeliveryQuery,
  DeliveryWithAttempts,
  ResendFailedBody,
  Resent,
} from '../endpoints/webhook-panel-schemas.ts';
import type { CallbackReads } from '../pix-callbacks/write-pix-body.ts';
import type { Attempt, Delivery } from './delivery-list-store.ts';
import { listDeliveries, readDelivery } from './read-deliveries.ts';
import { resendDelivery, resendUndelivered } from './resend-deliveries.ts';

interface DeliveryDeps extends EndpointDeps {
  readonly callbackReads: CallbackReads;
}

const { operation, listOf } = operationsOf<DeliveryDeps>();

/** The operations on deliveries: list, details with attempts, send again. */
export const deliveryOperations = [
  listOf({
    at: 'GET /webhooks/:id/deliveries',
    member: { id: 'listDeliveries', access: memberRules.readIntegration },
    query: DeliveryQuery,
    page: DeliveryList,
    refuses: ['webhook_not_found'],
    select: ({ deps, owner: { scope }, params: { id }, query: { status } }, { cursor, limit }) =>
      listDeliveries(deps.database, { id, scope }, { cursor, limit, status }),
    view: deliveryView,
  }),
  operation({
    at: 'GET /webhooks/:id/deliveries/:delivery_id',
    member: { id: 'getDelivery', access: memberRules.readIntegration },
    answer: [200, DeliveryWithAttempts],
    refuses: ['webhook_not_found', 'delivery_not_found'],
    run: async ({ deps, owner, params: { id, delivery_id: deliveryId }, language }) => {
      const delivery = await readDelivery(deps, { id, scope: owner.scope }, deliveryId);
      return deliveryDetails(delivery, { owner, language });
    },
  }),
  operation({
    at: 'POST /webhooks/:id/deliveries/:delivery_id/resend',
    member: { id: 'resendDelivery', access: memberRules.integration },
    answer: [202, DeliveryWithAttempts],
    refuses: ['webhook_not_found', 'delivery_not_found'],
    run: async ({ deps, owner, params: { id, delivery_id: deliveryId }, language }) => {
      const which = { id, scope: owner.scope };
      await resendDelivery(deps, { ...which, deliveryId }, owner.by);
      return deliveryDetails(await readDelivery(deps, which, deliveryId), { owner, language });
    },
  }),
  operation({
    at: 'POST /webhooks/:id/resend-failed',
    member: { id: 'resendFailedDeliveries', access: memberRules.integration },
    body: ResendFailedBody,
    answer: [202, Resent],
    refuses: ['webhook_not_found'],
    run: async ({ deps, owner: { scope, by }, params: { id }, body }) => {
      const since = parseInstant(body.since ?? '') ?? 0;
      const { resent, hasMore } = await resendUndelivered(deps, { id, scope, since }, by);
      return { resent, has_more: hasMore };
    },
  }),
];

type Reader = Pick<Call<DeliveryDeps>, 'owner' | 'language'>;
type DeliveryToShow = Awaited<ReturnType<typeof readDelivery>>;

function deliveryDetails({ delivery, isPix, body, attempts }: DeliveryToShow, reader: Reader) {
  return {
    ...deliveryView(delivery, reader),
    body,
    attempts: attempts.map(attemptViewFor({ ...delivery, isPix }, reader)),
  };
}

/** The view of a delivery. For the sandbox without answers, because visitors choose the targets. */
function deliveryView(delivery: Delivery, { owner }: Pick<Reader, 'owner'>) {
  const hidden = { reference: null, last_status: null, last_duration_ms: null };
  return { ...ownDeliveryView(delivery), ...(owner.merchant.isSandbox && hidden) };
}

function ownDeliveryView(delivery: Delivery) {
  const { nextAttemptAt } = delivery;
  return {
    id: delivery.deliveryId,
    event: delivery.kind,
    resource_id: delivery.resourceId,
    reference: delivery.externalId,
    last_status: delivery.lastStatus,
    last_duration_ms: delivery.lastDurationMs,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: nextAttemptAt === null ? null : isoTime(nextAttemptAt),
    created_at: isoTime(delivery.createdAt),
  };
}

interface SentDelivery extends Delivery {
  readonly isPix: boolean;
}

function attemptViewFor(delivery: SentDelivery, { owner, language }: Reader) {
  const { isSandbox } = owner.merchant;
  const hidden = {
    duration_ms: 0,
    response_status: null,
    response_excerpt: null,
    failure: null,
    request_headers: null,
  };
  return (attempt: Attempt) => ({
    ...attemptView(attempt, delivery),
    failure: failureTextIn(attempt.failure, language),
    ...(isSandbox && hidden),
  });
}

function attemptView(attempt: Attempt, { kind, eventId, deliveryId, isPix }: SentDelivery) {
  const { signature } = attempt;
  return {
    attempt: attempt.attempt,
    started_at: isoTime(attempt.startedAt),
    duration_ms: attempt.durationMs,
    response_status: attempt.responseStatus,
    response_excerpt: attempt.responseExcerpt,
    request_headers:
      signature === null
        ? null
        : Object.entries(sentHeaders({ kind, eventId, deliveryId, signature, isPix })).map(
            ([name, value]) => ({
              name,
              value,
            }),
          ),
  };
}
