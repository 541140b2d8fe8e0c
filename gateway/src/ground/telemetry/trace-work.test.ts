import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Span, SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { openHttp } from '../../../test/banking/open-for-test.ts';
import { openSmallBank } from '../../../test/banking/small-bank.ts';
import { createBatcher } from '../work/batcher.ts';
import { ActiveSpan } from './active-span.ts';
import { traceWork } from './trace-work.ts';
import { currentSpan, traced } from './traced-work.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const tracer = provider.getTracer('test');
after(traceWork(tracer));

/** The spans that ended while work was done. */
async function spansOf(work: () => Promise<unknown>): Promise<ReadableSpan[]> {
  exporter.reset();
  await work();
  return [...exporter.getFinishedSpans()];
}

/** Begins a span and runs work in it, as a request does. */
function inRequest<Result>(work: () => Result): { readonly span: Span; readonly result: Result } {
  const span = tracer.startSpan('request');
  return { span, result: currentSpan.run(new ActiveSpan(span), work) };
}

test('the span of a batch is a child of the first request and linked to the others', async () => {
  const batcher = createBatcher<string, string>({
    name: 'letters',
    run: async (items) => items.map((value) => ({ value })),
    itemsMax: 10,
    batchesInFlightMax: 1,
    waitingMax: 10,
    isOutage: () => false,
    isContention: () => false,
  });
  const requests = ['a', 'b', 'c'].map((item) => inRequest(() => batcher.add(item)));
  const [batch] = await spansOf(() => Promise.all(requests.map(({ result }) => result)));
  const ids = requests.map(({ span }) => span.spanContext().spanId);
  assert.equal(batch?.name, 'batch letters');
  assert.equal(batch.parentSpanContext?.spanId, ids[0]);
  assert.deepEqual(
    batch.links.map(({ context }) => context.spanId),
    ids.slice(1),
  );
  assert.equal(batch.attributes['pix_gateway.items'], 3);
});

test('a round of a job has a span when it did something, was slow or failed', async () => {
  const run = (work: () => Promise<boolean>) =>
    spansOf(() => traced({ kind: 'job', name: 'payouts' }, work).catch(() => {}));
  assert.deepEqual(await run(async () => false), []);
  assert.equal((await run(async () => true)).length, 1);
  const [, job] = await run(() => traced({ kind: 'bank', name: 'pay' }, async () => false));
  assert.equal(job?.name, 'job payouts');
  const [failed] = await run(() => Promise.reject(new Error('CPF 12345678909')));
  assert.equal(failed?.status.code, SpanStatusCode.ERROR);
});

test('a failed span has the code or the class of its error, and no text of its message', async () => {
  const duplicate = Object.assign(new Error('Key (document)=(12345678909)'), { code: '23505' });
  for (const [error, type] of [
    [duplicate, '23505'],
    [new TypeError('12345678909'), 'TypeError'],
    [Object.assign(new Error('x'), { code: '123 456' }), 'Error'],
  ] as const) {
    const fail = () => Promise.reject(error);
    const [span] = await spansOf(() =>
      traced({ kind: 'bank', name: 'pay' }, fail).catch((caught) => assert.equal(caught, error)),
    );
    assert.equal(span?.attributes['error.type'], type);
    assert.ok(!JSON.stringify([span.attributes, span.status, span.events]).includes('123456'));
  }
});

test('a call to the bank is a span inside of its request, and the bank gets no traceparent', async (t) => {
  const bank = await openSmallBank(t, () => ({ status: 503 }));
  const http = openHttp(t, bank);
  const request = { operation: 'readBalance', method: 'POST', path: '/saldo' } as const;
  let parent = '';
  const [span] = await spansOf(async () => {
    const { span: outer, result } = inRequest(() => http.call(request));
    parent = outer.spanContext().spanId;
    await result;
  });
  assert.deepEqual([span?.name, span?.parentSpanContext?.spanId], ['bank readBalance', parent]);
  assert.deepEqual(span?.attributes, {
    'http.request.method': 'POST',
    'pix_gateway.outcome': 'unknown',
    'error.type': 'unknown',
  });
  const all = [...bank.requests, ...bank.tokenRequests];
  assert.ok(all.length > 0 && all.every(({ headers }) => headers.traceparent === undefined));
});
