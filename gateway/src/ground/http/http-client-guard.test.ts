import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { checkTargetUrl, createHttpClient, type HttpOutcome } from './http-client.ts';
import { TargetError } from './http-failure.ts';
import { createNameResolver, type NameResolver } from './name-resolver.ts';
import { createPublicConnector } from './public-connector.ts';

const STRICT = { allowPrivateAddresses: false, allowPlainHttp: true };
const SHORT_TIMEOUT_MS = 300;
// Global unicast that IANA has not allocated: public to the guard, and no host receives the call.
const PUBLIC_ADDRESS = '2d00::1';

async function listen(context: TestContext, host: string) {
  const state = { connections: 0, port: 0 };
  const server = createServer((socket) => {
    state.connections += 1;
    socket.destroy();
  });
  server.listen(0, host);
  await once(server, 'listening');
  context.after(() => server.close());
  state.port = (server.address() as AddressInfo).port;
  return state;
}

function connect(context: TestContext, names: NameResolver) {
  const client = createHttpClient({ ...STRICT, connectionsPerOrigin: 2, names });
  context.after(() => client.close());
  return (url: string, timeoutMs = 5_000) =>
    client.post({ url, headers: () => ({}), body: '{}', owner: 'loja', timeoutMs });
}

/** A resolver for URLs with addresses: no look-up, so no name server is asked. */
const literals = createNameResolver({ servers: ['127.0.0.1:1'] });

function answer(addresses: string[]): NameResolver {
  return {
    resolve: async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  };
}

function reasonOf(outcome: HttpOutcome): string {
  return outcome.kind === 'failed' ? outcome.reason : outcome.kind;
}

const LITERALS = [
  [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f000001',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '0',
    '0.0.0.0',
  ],
  [
    'localhost',
    '127.0.0.1.',
    '１２７.0.0.1',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
  ],
  ['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00::1]'],
  ['169.254.169.254', '100.64.0.1', '10.0.0.1', '192.0.0.1', '198.18.0.1', '224.0.0.1'],
].flat();

test('a private address in the URL is never connected to, in any spelling', async (context) => {
  const listener = await listen(context, '127.0.0.1');
  const post = connect(context, literals);
  for (const host of LITERALS) {
    const url = `http://${host}:${listener.port}/hook`;
    assert.equal(checkTargetUrl(url, STRICT), 'blocked_address', host);
    assert.equal(reasonOf(await post(url)), 'blocked_address', host);
  }
  assert.equal(listener.connections, 0);
});

test('the connector refuses a private address, without the check of the URL', async (context) => {
  const listener = await listen(context, '127.0.0.1');
  const dial = createPublicConnector(STRICT, literals);
  const port = String(listener.port);
  const error = await new Promise((resolve) => {
    dial({ hostname: '127.0.0.1', protocol: 'http:', port }, (...[refusal]) => resolve(refusal));
  });
  assert.ok(error instanceof TargetError);
  assert.equal(error.reason, 'blocked_address');
  assert.equal(listener.connections, 0);
});

test('a name that resolves to a private address is never connected to', async (context) => {
  const listener = await listen(context, '127.0.0.1');
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '0.0.0.0']) {
    const post = connect(context, answer([address]));
    const outcome = await post(`http://recebedor.test:${listener.port}/`);
    assert.equal(reasonOf(outcome), 'blocked_address', address);
  }
  assert.equal(listener.connections, 0);
});

test('a name with one private address among public ones is refused', async (context) => {
  const listener = await listen(context, '127.0.0.1');
  for (const addresses of [
    [PUBLIC_ADDRESS, '127.0.0.1'],
    ['127.0.0.1', PUBLIC_ADDRESS],
  ]) {
    const post = connect(context, answer(addresses));
    assert.equal(
      reasonOf(await post(`http://recebedor.test:${listener.port}/`)),
      'blocked_address',
    );
  }
  assert.equal(listener.connections, 0);
});

test('a name that resolves to a private address after the check is refused when connecting', async (context) => {
  const listener = await listen(context, '127.0.0.1');
  let lookups = 0;
  // One look-up before the call waits for a connection, and one when it connects.
  const post = connect(context, {
    resolve: async (hostname) => {
      lookups += 1;
      return answer([lookups <= 2 ? PUBLIC_ADDRESS : '127.0.0.1']).resolve(hostname);
    },
  });
  const url = `http://recebedor.test:${listener.port}/`;
  const first = await post(url, SHORT_TIMEOUT_MS);
  assert.equal(first.kind, 'failed');
  assert.equal(lookups, 2);
  assert.notEqual(reasonOf(first), 'blocked_address');
  assert.equal(listener.connections, 0);
  assert.equal(reasonOf(await post(url)), 'blocked_address');
  assert.equal(listener.connections, 0);
});

test('a name that does not resolve fails with reason dns', async (context) => {
  const post = connect(context, {
    resolve: async () => {
      throw new TargetError('dns', 'ENOTFOUND');
    },
  });
  const outcome = await post('http://recebedor.test/');
  assert.equal(reasonOf(outcome), 'dns');
  assert.match(outcome.kind === 'failed' ? outcome.message : '', /ENOTFOUND/);
  assert.equal(reasonOf(await connect(context, answer([]))('http://recebedor.test/')), 'dns');
});

test('a URL with a forbidden protocol is not called', async (context) => {
  const post = connect(context, literals);
  assert.equal(reasonOf(await post('ftp://example.com')), 'protocol');
  const client = createHttpClient({
    allowPrivateAddresses: false,
    allowPlainHttp: false,
    connectionsPerOrigin: 1,
    names: literals,
  });
  context.after(() => client.close());
  const call = { url: 'http://example.com', headers: () => ({}), body: '', owner: 'loja' };
  const request = { ...call, timeoutMs: 5_000 };
  assert.equal(reasonOf(await client.post(request)), 'protocol');
});
