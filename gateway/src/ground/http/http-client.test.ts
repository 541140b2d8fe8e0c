import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { createHttpClient, type HttpOutcome, type HttpRequest } from './http-client.ts';
import { createNameResolver } from './name-resolver.ts';

const OPEN = {
  allowPrivateAddresses: true,
  allowPlainHttp: true,
  names: createNameResolver(),
};
const TIMEOUT_MS = 5_000;
/** Long enough that the server, in this process, takes the call on a busy machine. */
const SHORT_TIMEOUT_MS = 1_500;

// Self-signed for recebedor.test, made for this test: it protects nothing.
const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/rovVfJelQjBo7u1
7wVJgDDpNZTV+97DJ8eHjQaBSNihRANCAATsILH7QRBgQljkDhxlpj7bmvreKTb7
ywvdojtb9sbMArIVmr98TiqvwrhhZwj4mgHVH0v3xZUlSZkdflT5uJ2U
-----END PRIVATE KEY-----`;
const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpTCCAUqgAwIBAgIUdO9V+JoEkNS1v/TtRhs22zF7PLkwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOcmVjZWJlZG9yLnRlc3QwIBcNMjYxMTIwMjI0MzQ4WhgPMjEy
NjEwMjcyMjQzNDhaMBkxFzAVBgNVBAMMDnJlY2ViZWRvci50ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAE7CCx+0EQYEJY5A4cZaY+25r63ik2+8sL3aI7W/bG
zAKyFZq/fE4qr8K4YWcI+JoB1R9L98WVJUmZHX5U+bidlKNuMGwwHQYDVR0OBBYE
FL3Ext7cN08fjA9gALVWRAGyYuS8MB8GA1UdIwQYMBaAFL3Ext7cN08fjA9gALVW
RAGyYuS8MA8GA1UdEwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIOcmVjZWJlZG9yLnRl
c3QwCgYIKoZIzj0EAwIDSQAwRgIhAK6hi8gYL8oHLYRupu57vnqkfKyD9Pwlz1HA
DUffYdBWAiEApGa/ajGr2TyfsijtiHF4Wvcm1FI3pwf6RKuVzU2ZhN4=
-----END CERTIFICATE-----`;

function connect(context: TestContext, connectionsPerOrigin = 4) {
  const client = createHttpClient({ ...OPEN, connectionsPerOrigin });
  context.after(() => client.close());
  return (url: string, more: Partial<HttpRequest> = {}) =>
    client.post({
      url,
      headers: () => ({}),
      body: '{}',
      owner: 'loja',
      timeoutMs: TIMEOUT_MS,
      ...more,
    });
}

async function serve(context: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  const state = { connections: 0, url: '' };
  server.on('connection', () => {
    state.connections += 1;
  });
  state.url = await open(context, server);
  context.after(() => server.closeAllConnections());
  return state;
}

async function serveBytes(context: TestContext, onSocket: (socket: Socket) => void) {
  const server = createTcpServer((socket) => onSocket(socket.on('error', () => undefined)));
  return open(context, server);
}

async function open(context: TestContext, server: Server | ReturnType<typeof createTcpServer>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answerOf(outcome: HttpOutcome) {
  assert.equal(outcome.kind, 'answered', JSON.stringify(outcome));
  return outcome.answer;
}

function reasonOf(outcome: HttpOutcome) {
  assert.equal(outcome.kind, 'failed', JSON.stringify(outcome));
  return outcome.reason;
}

test('a POST arrives byte for byte, with the host of its URL', async (context) => {
  const received: unknown[] = [];
  const server = await serve(context, async (request, response) => {
    const { host, 'x-service-event': event } = request.headers;
    const body = (await buffer(request)).toString();
    received.push([request.method, request.url, host, event, body]);
    response.writeHead(201, { 'retry-after': '7' }).end('recebido');
  });
  const body = '{"nome":"José"}';
  const headers = () => ({ 'X-Service-Event': 'deposit.paid' });
  const answer = answerOf(await connect(context)(`${server.url}/a?b=c#d`, { headers, body }));
  const host = new URL(server.url).host;
  assert.deepEqual(received, [['POST', '/a?b=c', host, 'deposit.paid', body]]);
  assert.equal(answer.status, 201);
  assert.deepEqual(answer.headers, { retryAfter: '7' });
  assert.equal(answer.excerpt, 'recebido');
  assert.ok(Number.isInteger(answer.durationMs) && answer.durationMs >= 0);
});

test('successive calls share one connection', async (context) => {
  const server = await serve(context, (_request, response) => response.end('ok'));
  const post = connect(context, 1);
  for (let call = 0; call < 20; call += 1) answerOf(await post(server.url));
  assert.equal(server.connections, 1);
});

test('many calls at once open no more than the allowed connections', async (context) => {
  const server = await serve(context, (_request, response) => response.end('ok'));
  const post = connect(context, 3);
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => post(server.url)));
  for (const outcome of outcomes) assert.equal(answerOf(outcome).status, 200);
  assert.ok(server.connections <= 3, `${server.connections} connections`);
});

test('a redirect is returned as the answer and not followed', async (context) => {
  const paths: unknown[] = [];
  const server = await serve(context, (request, response) => {
    paths.push(request.url);
    response.writeHead(301, { location: '/other' }).end();
  });
  assert.equal(answerOf(await connect(context)(`${server.url}/first`)).status, 301);
  assert.deepEqual(paths, ['/first']);
});

test('a call to a server that never answers times out, and its connection is closed', async (context) => {
  const closed = Promise.withResolvers<void>();
  const server = await serve(context, (request) => {
    request.socket.on('close', () => closed.resolve());
  });
  const outcome = await connect(context)(server.url, { timeoutMs: SHORT_TIMEOUT_MS });
  assert.equal(reasonOf(outcome), 'timeout');
  await closed.promise;
});

test('a slow body times out by the total time, although data keeps arriving', async (context) => {
  const closed = Promise.withResolvers<number>();
  const server = await serve(context, (_request, response) => {
    let drops = 0;
    response.write('.');
    const drip = setInterval(() => {
      drops += 1;
      response.write('.');
    }, 10);
    response.on('close', () => {
      clearInterval(drip);
      closed.resolve(drops);
    });
  });
  const outcome = await connect(context)(server.url, { timeoutMs: SHORT_TIMEOUT_MS });
  assert.equal(reasonOf(outcome), 'timeout');
  assert.ok((await closed.promise) > 0);
});

test('an endless body is cut after the excerpt, and its connection is closed', async (context) => {
  const closed = Promise.withResolvers<void>();
  const server = await serve(context, (_request, response) => {
    const chunk = Buffer.alloc(64 * 1_024, 'x');
    const flood = (): void => {
      if (!response.destroyed) response.write(chunk, flood);
    };
    response.writeHead(200, { 'content-length': 10_000_000_000 });
    flood();
    response.on('close', () => closed.resolve());
  });
  const answer = answerOf(await connect(context)(server.url));
  assert.equal(answer.status, 200);
  assert.equal(answer.excerpt, 'x'.repeat(1_024));
  await closed.promise;
});

test('response headers over the limit fail with reason protocol', async (context) => {
  const url = await serveBytes(context, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nx-filler: ${'a'.repeat(64 * 1_024)}\r\n\r\n`);
  });
  assert.equal(reasonOf(await connect(context)(url)), 'protocol');
});

test('a non-HTTP answer fails with reason protocol, a broken connection with connection', async (context) => {
  const post = connect(context);
  const garbage = await serveBytes(context, (socket) => {
    socket.once('data', () => socket.end('SSH-2.0-x\r\n\r\n'));
  });
  assert.equal(reasonOf(await post(garbage)), 'protocol');
  const torn = await serveBytes(context, (socket) => {
    socket.once('data', () => socket.destroy());
  });
  assert.equal(reasonOf(await post(torn)), 'connection');
});

test('the message of a refused connection is Portuguese and does not contain the URL', async (context) => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const outcome = await connect(context)(`http://127.0.0.1:${port}/segredo`);
  assert.equal(reasonOf(outcome), 'connection');
  assert.equal(
    outcome.kind === 'failed' && outcome.message,
    'A conexão com o destino falhou (ECONNREFUSED).',
  );
});

test('a certificate of an unknown authority fails with reason tls', async (context) => {
  const names: string[] = [];
  const server = createTlsServer({
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    SNICallback: (name, callback) => {
      names.push(name);
      callback(null);
    },
  });
  const { port } = new URL(await open(context, server));
  const client = createHttpClient({
    ...OPEN,
    connectionsPerOrigin: 1,
    names: { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  });
  context.after(() => client.close());
  const request = { headers: () => ({}), body: '', owner: 'loja', timeoutMs: TIMEOUT_MS };
  const byName = await client.post({ ...request, url: `https://recebedor.test:${port}/` });
  assert.equal(reasonOf(byName), 'tls');
  assert.deepEqual(names, ['recebedor.test']);
  const plain = await serveBytes(context, (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'));
  const toPlain = await client.post({ ...request, url: plain.replace('http:', 'https:') });
  assert.equal(reasonOf(toPlain), 'tls');
});

test('a signal aborts a call in progress and one that has not begun', async (context) => {
  const arrived = Promise.withResolvers<Socket>();
  const server = await serve(context, (request) => arrived.resolve(request.socket));
  const post = connect(context);
  const controller = new AbortController();
  const pending = post(server.url, { signal: controller.signal });
  const closed = once(await arrived.promise, 'close');
  controller.abort();
  assert.equal(reasonOf(await pending), 'connection');
  await closed;
  assert.equal(reasonOf(await post(server.url, { signal: AbortSignal.abort() })), 'connection');
  assert.equal(server.connections, 1);
});
