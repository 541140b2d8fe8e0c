import type { ExamCheck } from '../webhook-exam.ts';

/** The title and the advice of each check, in English. */
export const englishTexts: Readonly<Record<ExamCheck, { title: string; advice: string }>> = {
  valid: {
    title: 'Valid event',
    advice:
      'Your program refused an event with a right signature. Check the secret, calculate the ' +
      'HMAC of "<t>.<body>" with the bytes received, before you parse the JSON, and ' +
      'answer 2xx to a charge that it does not know too.',
  },
  repeated: {
    title: 'Repeated event',
    advice:
      'The same event came again and was not accepted. Keep the id of each processed event and ' +
      'answer 2xx to the repeat, without processing it again.',
  },
  older_sequence: {
    title: 'Older event',
    advice:
      'An event with a sequence lower than the last one was not accepted. Ignore its content, ' +
      'but answer 2xx: otherwise it is sent again for three days.',
  },
  old_time: {
    title: 'Signature of 301 seconds ago',
    advice:
      'Your program accepted an old signature, which somebody may have copied. Refuse with 401 ' +
      'when t differs from your clock by more than 300 seconds, and keep the clock right.',
  },
  wrong_signature: {
    title: 'Signature of another secret',
    advice:
      'Your program accepted a false event, signed with another secret: anybody can say that ' +
      'they paid. Compare the signature in constant time and refuse with 401.',
  },
  changed_body: {
    title: 'Changed body',
    advice:
      'Your program accepted a body that is not the signed one. Calculate the HMAC of the bytes ' +
      'received, not of the JSON written again, and refuse with 401.',
  },
  after_rotation: {
    title: 'After the change of the secret',
    advice:
      'With two signatures v1 in the header, your program did not accept the event. During the ' +
      'change of the secret there are two: accept if either fits.',
  },
  slow: {
    title: 'Body in parts',
    advice:
      'The body came in two parts, with 2 seconds between them, and the event was not accepted. ' +
      'Read the body to its end before you check the signature.',
  },
};

/** Advice when the program gave no decision; undefined when it decided. */
export function englishAdvice(
  status: number | null,
  failure: string | null,
  limitSeconds: number,
): string | undefined {
  if (status === null) {
    return (
      `The address did not answer (${failure ?? 'no answer'}). Answer within ${limitSeconds} s: ` +
      'store the event and process it later. For your own computer, the guide says how the exam ' +
      'reaches it.'
    );
  }
  if (status >= 300 && status < 400) {
    return `The address redirected (${status}). Redirects are not followed: use the final one.`;
  }
  if (status === 404 || status === 405 || status === 410) {
    return `The address answered ${status}. Check the path and whether the route takes POST.`;
  }
  if (status === 429) return 'The address answered 429. Do not limit the events of the gateway.';
  if (status >= 500) {
    return (
      `Your program failed (${status}). Refuse what does not fit with 400, 401 or 403, and ` +
      'answer 2xx to what fits, even if you don’t process it.'
    );
  }
  return undefined;
}
