import { isoTime } from '#src/ground/clock.ts';
import { createId } from '#src/ground/ids.ts';
import { type PixNames, pixCallbackBody } from '../pix-callbacks/pix-callback.ts';
import { hasBodyHmac, pixCallbackUrl } from '../pix-callbacks/pix-callback-url.ts';
import { type CallbackReceiver, resourceOf } from '../pix-callbacks/write-pix-body.ts';
import { createSecret } from '../webhook-secret.ts';
import { type ExamMessage, SLOW_PAUSE_MS, signNow } from './exam-messages.ts';
import { recurringSampleBody } from './recurring-exam-notices.ts';
import type { ExamCheck, WebhookExam } from './webhook-exam.ts';

const NO_NAMES: PixNames = {
  charges: new Map(),
  contested: new Map(),
  returnOf: (refund) => refund,
};
const END_TO_END_ID_LENGTH = 32;

/** The receiver of an exam: its secret, and the call-backs that it gets. */
export interface PixExaminee {
  readonly secret: string;
  readonly receiver: CallbackReceiver;
}

/**
 * Creates the messages of each check for an endpoint of API Pix: a body with one Pix, recurrence or
 * charge, and a body with two. Forged ones are sent only to an address that asks for the HMAC of
 * the body; nothing else tells them apart.
 */
export function pixExamMessages(
  exam: Pick<WebhookExam, 'url'> & { readonly sample: object },
  { secret, receiver }: PixExaminee,
  now: number,
): Readonly<Record<ExamCheck, readonly ExamMessage[]>> {
  const write = (count: number) => {
    const { format } = receiver;
    if (format !== 'api_pix') return recurringSampleBody(format, count, now);
    const bodies = Array.from({ length: count }, (_, index) => paidEvent(exam.sample, now, index));
    return pixCallbackBody(bodies, receiver.pixKey, NO_NAMES);
  };
  const resource = resourceOf(receiver);
  const message = (body: string, signedBody = body, by = secret): ExamMessage => ({
    kind: 'deposit.paid',
    eventId: createId(now),
    deliveryId: createId(now),
    isPix: true,
    body,
    url: pixCallbackUrl(exam.url, { body: signedBody, secret: by, resource }),
    signedAt: signNow(signedBody, by),
  });
  const first = write(1);
  const changed = first.replace(/"(valor|status)":"/, '$&9');
  const isSigned = hasBodyHmac(exam.url);
  return {
    valid: [message(first), message(write(2))],
    repeated: [message(first)],
    older_sequence: [],
    old_time: [],
    wrong_signature: isSigned ? [message(first, first, createSecret())] : [],
    changed_body: isSigned ? [message(changed, first)] : [],
    after_rotation: [],
    slow: [{ ...message(first), pauseInBodyMs: SLOW_PAUSE_MS }],
  };
}

function paidEvent(sample: object, now: number, index: number): string {
  const number = `exame${index}`.padStart(END_TO_END_ID_LENGTH - 1, '0');
  const paid = { status: 'paid', paid_at: isoTime(now), end_to_end_id: `E${number}` };
  const data = { ...sample, ...paid, internal_id: createId(now) };
  return JSON.stringify({ event: 'deposit.paid', sequence: 1, data });
}
