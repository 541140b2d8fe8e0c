import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { expandReferences } from '#src/host/reference/expand-references.ts';
import { EVENTS, eventKinds } from '#src/webhooks/webhook-event.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { startGateway } from '../support/gateway.ts';

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly headers: { readonly required: readonly string[] };
  readonly payload: unknown;
}

interface AsyncDocument {
  readonly asyncapi: string;
  readonly channels: { readonly webhook: { readonly messages: Readonly<Record<string, Message>> } };
  readonly operations: { readonly sendEvent: { readonly messages: readonly Message[] } };
}

const gateway = await startGateway({ after }, { hasWorker: false });
const { body: document, text } = await gateway.call<AsyncDocument>('GET', '/asyncapi.json');
// Also shows that every reference leads to something.
const expanded = expandReferences(document);
const api = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { webhooks } = expandReferences(api.body);

test('the AsyncAPI document has every event, with the body and headers of its webhook', () => {
  const messages = Object.values(expanded.channels.webhook.messages);
  assert.deepEqual(
    messages.map(({ name }) => name),
    eventKinds,
  );
  assert.deepEqual(expanded.operations.sendEvent.messages, messages);
  for (const { name, summary, headers, payload } of messages) {
    const webhook = webhooks[name]?.post;
    assert.deepEqual(payload, webhook?.requestBody.content['application/json']?.schema, name);
    const { parameters } = Object(webhook);
    assert.deepEqual(
      headers.required,
      parameters.map((one: { name: string }) => one.name),
    );
    assert.equal(summary, Object(EVENTS)[name].summary);
  }
});

/** The folder of `@asyncapi/parser`, whose packages are not among those of the project. */
const PARSER = process.env.ASYNCAPI_PARSER ?? '';

test('the parser of AsyncAPI finds no fault in the document', {
  skip: !existsSync(PARSER) && 'ASYNCAPI_PARSER names no folder of @asyncapi/parser',
}, async () => {
  const { Parser } = createRequire(import.meta.url)(PARSER);
  const { document: parsed, diagnostics } = await new Parser().parse(text);
  const faults = diagnostics.filter(({ code }: { code: string }) => !NOT_OURS.includes(code));
  assert.deepEqual(faults, []);
  assert.equal(parsed.version(), document.asyncapi);
  assert.equal(parsed.messages().all().length, eventKinds.length);
});

// Whose servers the webhooks go to is known to merchants alone, and who runs the gateway names its
// contact.
const NOT_OURS = ['asyncapi-latest-version', 'asyncapi-info-contact', 'asyncapi-servers'];
