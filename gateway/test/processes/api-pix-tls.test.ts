import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testCertificates } from '../banking/certificates.ts';
import { createMigratedDatabase } from '../support/database-server.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';

const { authority, server } = testCertificates();
const folder = mkdtempSync(join(tmpdir(), 'api-pix-tls-'));
after(() => rmSync(folder, { recursive: true }));
const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
writeFileSync(certificate, server.certificate);
writeFileSync(key, server.key);

function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', servername: 'localhost', port, ca: authority };
    const request = send({ ...options, path: '/pix/v2/cob', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end();
  });
}

test('several processes share the port of TLS, and it ends with them', async () => {
  const database = await createMigratedDatabase();
  const port = await freePort();
  const gateway = await startGatewayProcess({
    ...database.env,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
    PROCESSES: '2',
    LOG_LEVEL: 'silent',
    API_PIX_TLS_PORT: String(port),
    API_PIX_TLS_CERTIFICATE: certificate,
    API_PIX_TLS_KEY: key,
  });
  try {
    for (let count = 0; count < 4; count += 1) assert.equal(await statusOf(port), 401);
  } finally {
    assert.equal(await gateway.stop(), 0);
    await database.drop();
  }
  await assert.rejects(statusOf(port));
});
