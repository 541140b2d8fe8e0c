import { isoTime } from '#src/ground/clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import type { Signed } from '../delivery/sign-webhook.ts';
import { eventBody } from '../webhook-event.ts';
import { createSecret } from '../webhook-secret.ts';
import type { ExamCheck, WebhookExam } from './webhook-exam.ts';

/** The age of an old signature: one second more than receivers should accept. */
const OLD_SECONDS = 301;
/** How long the second half of a slow body waits. */
export const SLOW_PAUSE_MS = 2 * SECOND_MS;

/** A request of an exam. */
export interface ExamMessage {
  readonly kind: 'deposit.paid' | 'deposit.expired';
  readonly body: string;
  readonly eventId: string;
  readonly deliveryId: string;
  /** Where it is sent, if that differs from the address of the exam. */
  readonly url?: string;
  readonly isPix: boolean;
  /** What is signed at the instant of the request (milliseconds). */
  readonly signedAt: (now: number) => Signed;
  readonly pauseInBodyMs?: number;
}

interface Signing {
  readonly secrets: readonly string[];
  readonly ageSeconds?: number;
  /** The signed body, if it differs from the sent body. */
  readonly signedBody?: string;
  readonly pauseInBodyMs?: number;
}

/** Creates the messages of each check. `secret` is the receiver's. */
export function examMessages(
  exam: Pick<WebhookExam, 'merchantId' | 'environment'> & { readonly sample: object },
  secret: string,
  now: number,
): Readonly<Record<ExamCheck, readonly ExamMessage[]>> {
  const paid = { ...exam.sample, status: 'paid', paid_at: isoTime(now) };
  const expired = { ...exam.sample, status: 'expired', paid_at: null };
  const event = (kind: ExamMessage['kind'], sequence: number, data: object) => {
    const { merchantId, environment } = exam;
    const id = createId(now);
    const audience = { kind: 'endpoints' } as const;
    const newEvent = { merchantId, environment, kind, resourceId: id, sequence, data, audience };
    const body = eventBody(newEvent, id, now);
    return { kind, body, eventId: id, deliveryId: createId(now), isPix: false };
  };
  const newPayment = () => event('deposit.paid', 2, paid);
  const right: Signing = { secrets: [secret] };
  const first = newPayment();
  const changed = newPayment();
  const changedBody = changed.body.replace(/"amount":\d+/, '$&0');
  const otherSecret = createSecret();
  return {
    valid: [signed(first, right)],
    repeated: [signed(first, right)],
    older_sequence: [signed(event('deposit.expired', 1, expired), right)],
    old_time: [signed(newPayment(), { ...right, ageSeconds: OLD_SECONDS })],
    wrong_signature: [signed(newPayment(), { secrets: [otherSecret] })],
    changed_body: [
      signed({ ...changed, body: changedBody }, { ...right, signedBody: changed.body }),
    ],
    // A receiver may have the old or the new secret.
    after_rotation: [
      signed(newPayment(), { secrets: [otherSecret, secret] }),
      signed(newPayment(), { secrets: [secret, otherSecret] }),
    ],
    slow: [signed(newPayment(), { ...right, pauseInBodyMs: SLOW_PAUSE_MS })],
  };
}

function signed(
  message: Pick<ExamMessage, 'kind' | 'body' | 'eventId' | 'deliveryId' | 'isPix'>,
  { secrets, ageSeconds = 0, signedBody = message.body, pauseInBodyMs }: Signing,
): ExamMessage {
  return {
    ...message,
    signedAt: (now) => ({
      body: signedBody,
      secrets,
      atSeconds: Math.floor(now / SECOND_MS) - ageSeconds,
    }),
    ...(pauseInBodyMs !== undefined && { pauseInBodyMs }),
  };
}

/** What is signed when a body is signed by one secret at the instant of its request. */
export function signNow(body: string, secret: string): ExamMessage['signedAt'] {
  return (now) => ({ body, secrets: [secret], atSeconds: Math.floor(now / SECOND_MS) });
}
