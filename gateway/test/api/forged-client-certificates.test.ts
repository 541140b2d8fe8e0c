import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { forgedCertificateFindings } from '#src/host/cli/doctor/check-forged-certificate.ts';
import { startGateway } from '../support/gateway.ts';

const HEADER = 'x-client-cert';

/** Starts a proxy that passes headers on as `change` leaves them; returns its address. */
async function startProxy(
  context: TestContext,
  target: string,
  change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
): Promise<string> {
  const proxy = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const options = { method, headers: change(request.headers) };
    const passed = send(`${target}${url}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  context.after(() => proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('doctor finds the block of a proxy by which a client sends a certificate of its own', async (context) => {
  const env = { TRUST_PROXY: 'loopback', API_PIX_CLIENT_CERTIFICATE_HEADER: HEADER };
  const gateway = await startGateway(context, { env, hasWorker: false });
  const { apiPix } = gateway.appContext.config;
  const baseUrl = await startProxy(context, gateway.url, (headers) => {
    return { ...headers, [HEADER]: '', 'x-forwarded-for': '127.0.0.1' };
  });
  const appUrl = await startProxy(context, gateway.url, (headers) => headers);
  const found = await forgedCertificateFindings({ apiPix, baseUrl, appUrl });
  assert.deepEqual(
    found.map(({ status, message }) => [status, message.split(' ')[1]]),
    [
      ['ok', baseUrl],
      ['failure', appUrl],
    ],
  );
  const without = { ...apiPix, certificateHeader: undefined };
  assert.deepEqual(await forgedCertificateFindings({ apiPix: without, baseUrl, appUrl }), []);
});
