import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { rootCertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { ConfigError, loadConfig } from '#src/ground/config/config.ts';
import { testCertificates } from '../banking/certificates.ts';
import { openStandardClient, TEST_KEY } from '../support/api-pix.ts';
import { createMerchantWithKeys, receivePayment, startGateway, until } from '../support/gateway.ts';

const { authority, server: ofServer, client: ofGateway } = testCertificates();
const folder = mkdtempSync(join(tmpdir(), 'callback-certificate-'));
after(() => rmSync(folder, { recursive: true }));
const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
writeFileSync(certificate, ofGateway.certificate);
writeFileSync(key, ofGateway.key);
// The gateway trusts the authority of the receiver as it trusts those of the web.
setDefaultCACertificates([...rootCertificates, authority.toString()]);
after(() => setDefaultCACertificates([...rootCertificates]));

/** A receiver of call-backs that asks for a certificate, and answers 403 without a valid one. */
async function startReceiver() {
  const received: { subject: string | undefined; body: string }[] = [];
  const tls = { cert: ofServer.certificate, key: ofServer.key, ca: authority };
  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: false },
    async (request, response) => {
      const socket = request.socket as TLSSocket;
      const body = await text(request);
      const subject = socket.authorized ? socket.getPeerCertificate().subject.CN : undefined;
      received.push({ subject: subject?.toString(), body });
      response.writeHead(socket.authorized ? 204 : 403).end();
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, received };
}

for (const [when, env, subject] of [
  ['with', { API_PIX_CALLBACK_CERTIFICATE: certificate, API_PIX_CALLBACK_KEY: key }, 'pix-gateway'],
  ['without', {}, undefined],
] as const) {
  test(`${when} an operator’s certificate a receiver sees ${subject}`, async () => {
    const receiver = await startReceiver();
    const gateway = await startGateway({ after }, { env });
    const { keys } = await createMerchantWithKeys(gateway);
    const client = await openStandardClient(gateway, keys);
    await client.call('PUT', `/webhook/${TEST_KEY}`, { webhookUrl: receiver.url });
    await receivePayment(gateway, keys);
    const [first] = await until('it arrives', async () => {
      return receiver.received.length > 0 && receiver.received;
    });
    assert.equal(first?.subject, subject);
  });
}

test('a certificate without its key, or a file that can’t be read, stops the start', () => {
  for (const env of [
    { API_PIX_CALLBACK_CERTIFICATE: certificate },
    { API_PIX_CALLBACK_KEY: key },
    { API_PIX_CALLBACK_CERTIFICATE: join(folder, 'nada.pem'), API_PIX_CALLBACK_KEY: key },
  ]) {
    assert.throws(() => loadConfig(env), ConfigError);
  }
});
