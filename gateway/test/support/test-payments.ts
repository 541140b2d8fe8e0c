import assert from 'node:assert/strict';
import { createAnswerCheck, type OpenApiDocument } from './documented-answers.ts';
import { type CallOptions, CHARGE, type Keys, type TestGateway } from './gateway.ts';

interface CreatedBody extends Record<string, unknown> {
  readonly internal_id: string;
}

/** POST requests that create and pay test charges; each answer must be as it is documented. */
export async function createTestPayer<Body extends CreatedBody = CreatedBody>(
  gateway: TestGateway,
) {
  const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
  const { faultOfAnswer } = createAnswerCheck(document);

  /** `expected` is the code of the refusal, or the status. */
  async function answered(
    expected: string | number,
    path: string,
    options: CallOptions,
  ): Promise<Body> {
    const answer = await gateway.call<Body>('POST', path, options);
    assert.equal(answer.body.code ?? answer.status, expected, answer.text);
    assert.equal(faultOfAnswer('POST', path, answer), undefined);
    return answer.body;
  }

  async function createCharge(keys: Keys): Promise<string> {
    return (await answered(201, '/v1/pix/qrcode', { keys, body: CHARGE })).internal_id;
  }

  function pay(keys: Keys, id: string, body: object, expected: string | number = 200) {
    return answered(expected, `/v1/test/charges/${id}/pay`, { keys, body });
  }

  return { answered, createCharge, pay };
}
