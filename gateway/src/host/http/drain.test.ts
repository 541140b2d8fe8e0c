import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { drainConnections } from './drain.ts';

/** Longer than any test, so that a drain in a test ends only with its last connection. */
const LONG_MS = 600_000;

/** Sends a request on an open connection, and returns the head of its answer. */
async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [bytes] = await once(socket, 'data');
  return String(bytes);
}

test('a request on an open connection is answered while connections are drained', async (context) => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  app.get('/', async () => ({}));
  context.after(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'));
  for (const socket of open) assert.match(await ask(socket), /connection: keep-alive/i);
  const drained = drainConnections(app, LONG_MS);
  await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' });
  for (const socket of open) {
    const isEnded = once(socket, 'end');
    assert.match(await ask(socket), /^HTTP\/1.1 200 .*connection: close/is);
    await isEnded;
  }
  await drained;
});

test('a connection that stays silent is left open until the time is over', async (context) => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  context.after(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  await drainConnections(app, 1);
  assert.equal(socket.readyState, 'open');
  socket.destroy();
});
