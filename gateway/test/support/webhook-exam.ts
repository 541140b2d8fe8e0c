import assert from 'node:assert/strict';
import { type Keys, type TestGateway, until } from './gateway.ts';
import { testNow } from './manual-clock.ts';

const PATH = '/v1/test/webhook-exams';

interface Exam {
  readonly id: string;
  readonly status: string;
  readonly checks: readonly { readonly name: string; readonly result: string }[];
}

/** Registers an address as a webhook of the merchant, and returns its secret. */
export async function secretFor(gateway: TestGateway, keys: Keys, url: string): Promise<string> {
  const answer = await gateway.call('POST', '/v1/webhook-endpoints', { keys, body: { url } });
  assert.equal(answer.status, 201, answer.text);
  return String(answer.body.secret);
}

/**
 * Examines the program behind the address of a webhook, and fails unless it passes.
 * @param chargeId the charge of the events; by default one that the program doesn’t know.
 */
export async function assertPassesExam(
  gateway: TestGateway,
  keys: Keys,
  url: string,
  chargeId?: string,
): Promise<void> {
  // Programs refuse signatures that are older than five minutes by the machine's clock.
  gateway.clock.set(testNow());
  const body = { url, ...(chargeId !== undefined && { charge_id: chargeId }) };
  const { body: exam, text } = await gateway.call<Exam>('POST', PATH, { keys, body });
  assert.equal(exam.status, 'running', text);
  const ended = await until(`the exam of ${url} ends`, async () => {
    const { body } = await gateway.call<Exam>('GET', `${PATH}/${exam.id}`, { keys });
    return body.status !== 'running' && body;
  });
  assert.deepEqual(
    ended.checks.filter(({ result }) => result !== 'passed'),
    [],
  );
}
