import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { runInTransactionScope } from '../database/transaction-scope.ts';
import { createHttpClient, type HttpOutcome } from './http-client.ts';
import { CallNotMade } from './http-failure.ts';
import { createNameResolver } from './name-resolver.ts';

const TIMEOUT_MS = 5_000;
/** Long enough that the server, in this process, takes the calls before. */
const SHORT_TIMEOUT_MS = 1_500;

function open(context: TestContext, connectionsPerOrigin = 1) {
  const client = createHttpClient({
    allowPrivateAddresses: true,
    allowPlainHttp: true,
    names: createNameResolver(),
    connectionsPerOrigin,
  });
  context.after(() => client.close());
  const post = (url: string, timeoutMs = TIMEOUT_MS) =>
    client.post({ url, headers: () => ({}), body: '{}', owner: 'loja', timeoutMs });
  return { client, post };
}

async function serve(context: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function summaryOf(outcome: HttpOutcome): string | number {
  return outcome.kind === 'answered' ? outcome.answer.status : outcome.reason;
}

function excerptOf(outcome: HttpOutcome): string {
  return outcome.kind === 'answered' ? outcome.answer.excerpt : outcome.message;
}

test('of 40 calls to a host that hangs, those without a connection are not made, nor signed', async (context) => {
  let arrived = 0;
  const url = await serve(context, () => {
    arrived += 1;
  });
  const { client } = open(context, 32);
  let signed = 0;
  const headers = () => {
    signed += 1;
    return {};
  };
  const calls = Array.from({ length: 40 }, (_, index) => {
    const request = { headers, body: '', owner: 'loja', timeoutMs: SHORT_TIMEOUT_MS };
    return client.post({ ...request, url: `${url}/${index}` });
  });
  const ends = await Promise.allSettled(calls);
  const notMade = ends.filter(({ status }) => status === 'rejected');
  assert.ok(notMade.every((end) => 'reason' in end && end.reason instanceof CallNotMade));
  assert.deepEqual([arrived, signed, notMade.length], [32, 32, 8]);
});

test('the headers of a call are made, and its time runs, when a connection is free', async (context) => {
  const steps: string[] = [];
  const held = Promise.withResolvers<ServerResponse>();
  const url = await serve(context, (request, response) => {
    steps.push(`${request.url} arrives`);
    if (request.url === '/first') held.resolve(response);
    else response.end();
  });
  const { client } = open(context);
  const post = (path: string) =>
    client.post({
      url: url + path,
      body: '',
      owner: 'loja',
      timeoutMs: TIMEOUT_MS,
      headers: () => {
        steps.push(`${path} is signed`);
        return {};
      },
    });
  const calls = [post('/first'), post('/second')];
  const response = await held.promise;
  steps.push('/first is answered');
  response.end();
  await Promise.all(calls);
  assert.deepEqual(steps, [
    '/first is signed',
    '/first arrives',
    '/first is answered',
    '/second is signed',
    '/second arrives',
  ]);
});

test('a call that waits too long for a connection is not made, and its headers neither', async (context) => {
  const paths: unknown[] = [];
  const held = Promise.withResolvers<ServerResponse>();
  const url = await serve(context, (request, response) => {
    paths.push(request.url);
    if (request.url === '/first') held.resolve(response);
    else response.end();
  });
  const { post } = open(context);
  const first = post(`${url}/first`);
  const response = await held.promise;
  const second = post(`${url}/second`, SHORT_TIMEOUT_MS);
  const third = post(`${url}/third`);
  await assert.rejects(second, CallNotMade);
  response.end();
  assert.equal(summaryOf(await first), 200);
  assert.equal(summaryOf(await third), 200);
  assert.deepEqual(paths, ['/first', '/third']);
});

test('a receiver that hangs does not delay calls to another receiver', async (context) => {
  const hanging = Promise.withResolvers<ServerResponse>();
  const deadUrl = await serve(context, (_request, response) => hanging.resolve(response));
  const liveUrl = await serve(context, (_request, response) => response.end());
  const { post } = open(context);
  let isPending = true;
  const dead = post(deadUrl).finally(() => {
    isPending = false;
  });
  const response = await hanging.promise;
  for (let call = 0; call < 10; call += 1) assert.equal(summaryOf(await post(liveUrl)), 200);
  assert.equal(isPending, true);
  response.end();
  assert.equal(summaryOf(await dead), 200);
});

test('after a body that is too long, the next call to that receiver is answered', async (context) => {
  const url = await serve(context, (_request, response) => response.end('x'.repeat(1_000_000)));
  const { post } = open(context);
  assert.equal(summaryOf(await post(url)), 200);
  assert.equal(summaryOf(await post(url)), 200);
});

test('the excerpt is text that PostgreSQL accepts, whatever the receiver sends', async (context) => {
  const bodies: Buffer[] = [
    Buffer.from('a\0b\x1b[31m\x7f\tc\r\nd'),
    Buffer.from([0x6f, 0xff, 0xc3, 0x28, 0x6b]),
    Buffer.from(`${'a'.repeat(1_023)}ção`),
    Buffer.from([0x61, 0xc3]),
  ];
  const url = await serve(context, (_request, response) => response.end(bodies.shift()));
  const { post } = open(context);
  assert.equal(excerptOf(await post(url)), 'a\ufffdb\ufffd[31m\ufffd\tc\r\nd');
  assert.equal(excerptOf(await post(url)), 'o\ufffd\ufffd(k');
  assert.equal(excerptOf(await post(url)), 'a'.repeat(1_023));
  assert.equal(excerptOf(await post(url)), 'a\ufffd');
});

test('early hints are not taken for the answer', async (context) => {
  const url = await serve(context, (_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(204).end();
  });
  assert.equal(summaryOf(await open(context).post(url)), 204);
});

test('an invalid header fails the call, and so does a Host header', async (context) => {
  const url = await serve(context, (_request, response) => response.end());
  const { client } = open(context);
  const request = { url, body: '', owner: 'loja', timeoutMs: TIMEOUT_MS };
  const injected = await client.post({ ...request, headers: () => ({ 'x-a': 'b\r\nx-c: d' }) });
  assert.equal(summaryOf(injected), 'protocol');
  const misdirected = await client.post({ ...request, headers: () => ({ Host: 'example.com' }) });
  assert.equal(summaryOf(misdirected), 'internal');
});

test('a call inside a database transaction throws and is not sent', async (context) => {
  const url = await serve(context, () => assert.fail('A request was sent.'));
  const { post } = open(context);
  await assert.rejects(
    runInTransactionScope(() => post(url)),
    assert.AssertionError,
  );
});

test('close waits for the calls in progress and refuses new ones', async (context) => {
  const held = Promise.withResolvers<ServerResponse>();
  const url = await serve(context, (_request, response) => held.resolve(response));
  const { client, post } = open(context);
  const pending = post(url);
  const response = await held.promise;
  const closed = client.close();
  assert.equal(summaryOf(await post(url)), 'connection');
  response.end();
  assert.equal(summaryOf(await pending), 200);
  await closed;
});
