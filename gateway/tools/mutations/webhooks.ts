import type { Mutation } from './tool/mutation.ts';

/** Events and their delivery. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/webhooks/delivery/sign-webhook.ts',
    text: `.update(\`\${atSeconds}.\${body}\`)`,
    replacement: '.update(body)',
    tests: ['gateway/test/api/webhook-delivery.test.ts'],
    why: 'receivers refuse every webhook',
  },
  {
    file: 'gateway/src/webhooks/delivery/send-delivery.ts',
    text: 'const isOverlap = (delivery.previous_secret_expires_at ?? 0) > now;',
    replacement: 'const isOverlap = false;',
    tests: ['gateway/test/api/webhook-delivery.test.ts'],
    why: 'webhooks are refused for a day after a rotation',
  },
  {
    file: 'gateway/src/webhooks/delivery/send-delivery.ts',
    text: 'const isOverlap = (delivery.previous_secret_expires_at ?? 0) > now;',
    replacement: 'const isOverlap = true;',
    tests: ['gateway/test/api/webhook-delivery.test.ts'],
    why: 'a leaked secret signs for ever',
  },
  {
    file: 'gateway/src/webhooks/delivery/record-attempts.ts',
    text: 'outcome.answer.status >= 200 && outcome.answer.status < 300',
    replacement: 'outcome.answer.status >= 200 && outcome.answer.status < 400',
    tests: ['gateway/test/api/webhook-delivery.test.ts'],
    why: 'a redirect counts as delivered, and the event is lost',
  },
  {
    file: 'gateway/src/webhooks/delivery/record-attempts.ts',
    text: 'attempt: attempt - Number(delivery.attempts_before_resend),',
    replacement: 'attempt,',
    tests: ['gateway/test/panel/webhook-resend.test.ts'],
    why: 'an event that is sent again is not retried',
  },
  {
    file: 'gateway/src/webhooks/delivery/retry-schedule.ts',
    text: 'if (failed.responseStatus === GONE) return undefined;',
    replacement: '',
    tests: ['gateway/src/webhooks/delivery/retry-schedule.test.ts'],
    why: 'a receiver that is gone gets requests for days',
  },
  {
    file: 'gateway/src/webhooks/delivery/retry-schedule.ts',
    text: 'if (failed.isSandbox && failed.attempt >= SANDBOX_ATTEMPTS_MAX) return undefined;',
    replacement: '',
    tests: ['gateway/src/webhooks/delivery/retry-schedule.test.ts'],
    why: 'strangers multiply requests by the sandbox',
  },
  {
    file: 'gateway/src/webhooks/delivery/retry-schedule.ts',
    text: 'Math.min(retryAfterMs(failed.retryAfter, nowMs), RETRY_AFTER_MS_MAX)',
    replacement: 'retryAfterMs(failed.retryAfter, nowMs)',
    tests: ['gateway/src/webhooks/delivery/retry-schedule.test.ts'],
    why: 'a receiver delays its events for years',
  },
  {
    file: 'gateway/src/webhooks/delivery/lease-store.ts',
    text: `where d.status = 'pending' and d.waits_for is null and \${IS_FREE}
        and d.next_attempt_at > $2`,
    replacement: `where d.status = 'pending' and d.waits_for is null
        and d.next_attempt_at > $2`,
    tests: ['gateway/test/api/delivery-queue.test.ts'],
    why: 'two processes send one delivery at once',
  },
  {
    file: 'gateway/src/webhooks/delivery/lease-store.ts',
    text: `order by d.next_attempt_at limit $6
      for update skip locked`,
    replacement: 'order by d.next_attempt_at limit $6',
    tests: ['gateway/test/api/delivery-queue.test.ts'],
    why: 'two workers send one delivery at once',
  },
  {
    file: 'gateway/src/webhooks/webhook-store.ts',
    text: "statement_timestamp()) + $3 * interval '1 millisecond'",
    replacement: "statement_timestamp()) - $3 * interval '1 millisecond'",
    tests: ['gateway/test/api/direct-deliveries.test.ts'],
    why: 'another process sends a delivery that is being sent',
  },
  {
    file: 'gateway/src/webhooks/delivery/add-deliveries.ts',
    text: 'const plain = ofBucket.filter(({ trouble }) => trouble === undefined);',
    replacement: 'const plain = ofBucket;',
    tests: ['gateway/test/api/webhook-scenarios.test.ts'],
    why: 'the webhook scenario of a payment is forgotten',
  },
  {
    file: 'gateway/src/webhooks/delivery/lease-end-store.ts',
    text: "and d.status = 'pending' and d.attempt_count = row.attempt - 1",
    replacement: "and d.status = 'pending'",
    tests: ['gateway/test/api/delivery-queue.test.ts'],
    why: 'an attempt that is recorded twice loses another',
  },
  {
    file: 'gateway/src/webhooks/delivery/lease-end-store.ts',
    text: 'leased_until = nullif(d.leased_until, row.leased_until),',
    replacement: 'leased_until = null,',
    tests: ['gateway/test/api/delivery-queue.test.ts'],
    why: 'a slow attempt ends the lease of another process: sent twice',
  },
  {
    file: 'gateway/src/webhooks/delivery/lease-end-store.ts',
    text: 'next_attempt_at = case when d.endpoint_id = any($4) then null else d.next_attempt_at end',
    replacement: 'next_attempt_at = d.next_attempt_at',
    tests: ['gateway/test/api/webhook-delivery.test.ts'],
    why: 'a paused endpoint gets events',
  },
  {
    file: 'gateway/src/webhooks/emit-events.ts',
    text: ': owned.filter((endpoint) => endpoint.events.includes(event.kind));',
    replacement: ': owned;',
    tests: ['gateway/test/api/webhook-delivery.test.ts'],
    why: 'an endpoint gets events that it did not choose',
  },
  {
    file: 'gateway/src/webhooks/delivery/send-delivery.ts',
    text: 'const client = delivery.endpoint_id === null ? sandbox : merchants;',
    replacement: 'const client = merchants;',
    tests: ['gateway/test/api/exposed-gateway.test.ts'],
    why: 'visitors of the sandbox use up the connections of merchants',
  },
];
