import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type ApiDocument,
  operationsOf,
  type PlacedOperation,
  schemaOf,
} from '#src/host/reference/api-document.ts';
import { expandReferences } from '#src/host/reference/expand-references.ts';
import { exampleOf, type JsonSchema, withoutNull } from '#src/host/reference/json-schema.ts';
import { eventKinds } from '#src/webhooks/webhook-event.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const UNKNOWN = 'desconhecido';
const EXAMPLE_ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

const gateway = await startGateway({ after }, { hasWorker: false });
const { keys } = await createMerchantWithKeys(gateway);
const published = (await gateway.call<ApiDocument>('GET', '/openapi.json')).body;

/** A request with an unknown value, and the values of the field. */
interface WrongRequest {
  readonly operation: PlacedOperation;
  readonly field: string;
  readonly values: readonly unknown[];
  readonly query?: string;
  readonly body?: unknown;
}

function valuesOf(schema: JsonSchema | undefined): readonly unknown[] {
  return withoutNull(schema ?? {}).enum ?? [];
}

/** One request for each field of an operation that takes one of a list of values. */
function wrongRequests(operation: PlacedOperation): readonly WrongRequest[] {
  const body = schemaOf(operation.requestBody?.content);
  const sent = body && (exampleOf(body, true) as object);
  const inQuery = (operation.parameters ?? [])
    .filter((one) => one.in === 'query' && valuesOf(one.schema).length > 0)
    .map((one) => ({
      operation,
      field: one.name,
      values: valuesOf(one.schema),
      query: `?${one.name}=${UNKNOWN}`,
    }));
  const inBody = Object.entries(body?.properties ?? {})
    .filter(([, schema]) => valuesOf(schema).length > 0)
    .map(([name, schema]) => ({
      operation,
      field: name,
      values: valuesOf(schema),
      body: { ...sent, [name]: UNKNOWN },
    }));
  return [...inQuery, ...inBody];
}

test('an unknown value of a field that takes one of a list is refused with the list', async () => {
  const all = operationsOf(expandReferences(published)).flatMap(wrongRequests);
  assert.ok(all.length >= 12, `${all.length} fields`);
  for (const { operation, field, values, query = '', body } of all) {
    const path = operation.path.replaceAll(/\{\w+\}/g, EXAMPLE_ID) + query;
    const method = operation.method as 'GET' | 'POST' | 'PATCH';
    const answer = await gateway.call<Problem>(method, path, { keys, ...(body ? { body } : {}) });
    const told = `${operation.id} ${field}: ${answer.text}`;
    assert.equal(answer.body.code, 'invalid_request', told);
    const fault = answer.body.details?.find((one) => one.field === field);
    const missing = values.filter((value) => !fault?.message.includes(String(value)));
    assert.deepEqual(missing, [], told);
  }
});

interface Problem {
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

test('an unknown kind in a list of events is refused with the kinds', async () => {
  const { body } = await gateway.call<Problem>('GET', `/v1/events?type=${UNKNOWN}`, { keys });
  const [fault] = body.details ?? [];
  assert.equal(fault?.field, 'type');
  assert.deepEqual(
    eventKinds.filter((kind) => !fault?.message.includes(kind)),
    [],
  );
});
