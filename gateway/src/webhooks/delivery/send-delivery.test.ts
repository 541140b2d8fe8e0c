import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { SECOND_MS } from '#src/ground/durations.ts';
import { createHttpClient } from '#src/ground/http/http-client.ts';
import { createNameResolver } from '#src/ground/http/name-resolver.ts';
import type { DeliveryRow } from './lease-store.ts';
import { type SendDeps, sendDelivery } from './send-delivery.ts';

const NOON = Date.UTC(2026, 10, 20, 15);

test('an attempt that waited for a connection has begun when it was signed', async (context) => {
  const held = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === '/0') held.resolve(response);
    else response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const rules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const names = createNameResolver();
  const sandbox = createHttpClient({ ...rules, names, connectionsPerOrigin: 1 });
  context.after(async () => {
    await sandbox.close();
    server.close();
  });
  let now = NOON;
  const deps = {
    clock: { now: () => now },
    httpClients: { sandbox },
    sandbox: { webhookSecret: 'whsec_sandbox' },
    userAgent: 'gateway',
  } as unknown as SendDeps;
  const send = (id: number) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}`;
    const row = { url, deliveryId: String(id), kind: 'deposit.paid', body: '{}', trouble: null };
    const none = { endpointId: null, endpointUrl: null, endpointFormat: null, pixKey: null };
    return sendDelivery(deps, [{ ...row, ...none, sealedSecret: null } as unknown as DeliveryRow]);
  };
  const sent = [send(0), send(1)];
  const response = await held.promise;
  now += 4 * SECOND_MS;
  response.end();
  const [first, second] = await Promise.all(sent);
  assert.deepEqual([first?.startedAt, second?.startedAt], [NOON, now]);
  assert.match(String(second?.signature), new RegExp(`^t=${now / SECOND_MS},v1=`));
});
