import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import forge from 'node-forge';
import { HOME_BUCKET } from '#src/ground/database/bucket-id.ts';
import { makePartitions } from '#src/ground/database/partitions.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { judgeSpace } from '#src/host/cli/doctor/check-disk.ts';
import type { Finding } from '#src/host/cli/doctor/finding.ts';
import { answerOf } from '#src/host/cli/doctor-command.ts';
import { testCertificates } from '../banking/certificates.ts';
import { freePort, runCli, runCliAt, spawnCli } from '../support/gateway-process.ts';
import { bankVariables, startLiveGateway } from '../support/live.ts';
import { startMailServer } from '../support/mail-server.ts';

const PASSWORD = 'senha-que-nao-aparece';
const HOUR_LATER = { now: () => Date.now() + HOUR_MS };
const GIB = 1_024 ** 3;

const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-doctor-'));
after(() => rm(folder, { recursive: true, force: true }));
const live = await startLiveGateway({ after });
const mail = await startMailServer({ after });
const { gateway } = live;
const env: Record<string, string> & { ENCRYPTION_KEY: string } = {
  ...(await bankVariables({ after }, live.bank)),
  DATABASE_URL: gateway.connectionString,
  ENCRYPTION_KEY: gateway.appContext.config.encryptionKey?.toString('base64') ?? '',
  BASE_URL: gateway.url,
  PORT: new URL(gateway.url).port,
  SMTP_URL: mail.url,
};

interface Examined {
  readonly exitCode: number;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** The messages of a check with this status. */
  of(check: string, status: Finding['status']): readonly string[];
}

async function examine(
  more: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<Examined> {
  return examineBy(runCli, more, ...words);
}

async function examineBy(
  run: typeof runCli,
  more: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<Examined> {
  const { exitCode, stdout } = await run({ ...env, ...more }, 'doctor', '--json', ...words);
  assert.ok(!stdout.includes(PASSWORD) && !stdout.includes(env.ENCRYPTION_KEY), stdout);
  assert.ok(!stdout.includes(env.PROVIDER_CLIENT_SECRET ?? '?'), stdout);
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  for (const { status, advice } of findings) {
    assert.equal(Boolean(advice), status === 'failure' || status === 'warning');
  }
  const of = (check: string, status: string) =>
    findings
      .filter((one) => one.check === check && one.status === status)
      .map((one) => one.message);
  return { exitCode, text: stdout, findings, of };
}

/** A server of time that is right. */
async function startNtpServer(): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (_request, from) => {
    const answer = Buffer.alloc(48);
    answer.writeUInt32BE(Math.floor(Date.now() / 1_000) + 2_208_988_800, 40);
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  after(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const ntp = await startNtpServer();

test('a healthy gateway has no finding but what is true: the tests’ server does not sync its files', async () => {
  // The worker makes the partitions of the next days while the gateway runs.
  const { database, clock } = gateway.appContext;
  await makePartitions(database, HOME_BUCKET, clock.now() + 7 * DAY_MS);
  const { exitCode, findings, of } = await examine({}, '--ntp', ntp);
  const wrong = findings.filter(({ status }) => status === 'failure' || status === 'warning');
  assert.deepEqual(
    wrong.map(({ check, status }) => `${check} ${status}`),
    ['database failure'],
  );
  assert.match(wrong[0]?.message ?? '', /^uma queda pode perder o que foi confirmado: fsync/);
  assert.equal(exitCode, 2);
  assert.deepEqual(
    of('bank', 'ok').map((message) => message.split(':')[0]),
    ['token', 'balance', 'webhook', 'charges', 'disputes', 'recurring'],
  );
  assert.equal(of('clock', 'ok').length, 2);
  assert.equal(of('certificates', 'ok').length, 3);
  assert.match(of('mail', 'ok').join(), /atende/);
  assert.match(of('gateway', 'ok').join(), /^atende em /);
  assert.deepEqual(mail.messages, []);
});

test('a wrong clock and ended certificates are failures, an unnamed account holder a warning', async (t) => {
  const { certificate, key, bundle } = endedCertificate();
  const server = createHttpsServer({ cert: certificate, key }, (_request, response) =>
    response.end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const file = join(folder, 'velho.p12');
  await writeFile(file, bundle);
  const { exitCode, of } = await examineBy(
    (...call) => runCliAt(HOUR_LATER, ...call),
    {
      APP_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
      PROVIDER_CERTIFICATE: file,
      PROVIDER_CERTIFICATE_KEY: '',
      PROVIDER_CERTIFICATE_PASSPHRASE: PASSWORD,
      PROVIDER_ACCOUNT_NAME: '',
      PROVIDER_ACCOUNT_DOCUMENT: '',
    },
    '--ntp',
    ntp,
  );
  assert.equal(exitCode, 2);
  const ended = of('certificates', 'failure');
  assert.equal(ended.filter((message) => message.includes('venceu em 2020-01-31')).length, 2);
  assert.match(of('configuration', 'warning').join(), /PROVIDER_ACCOUNT_NAME/);
  assert.match(of('clock', 'failure').join(), /está a 3\d{3},\d s .*NTP/);
  assert.ok(of('database', 'failure').some((message) => /está a 3\d{3},\d s/.test(message)));
});

test('certificates of the API Pix are checked, with the port that shows another one', async (t) => {
  const certificates = testCertificates();
  const { certificate, key } = endedCertificate();
  const files = { ended: certificate, endedKey: key, ca: certificates.authority };
  const path = (name: string) => join(folder, `api-pix-${name}.pem`);
  for (const [name, content] of Object.entries(files)) await writeFile(path(name), content);
  await writeFile(path('server'), certificates.server.certificate);
  await writeFile(path('server-key'), certificates.server.key);
  const { certificate: cert, key: serverKey } = certificates.server;
  const server = createHttpsServer({ cert, key: serverKey, requestCert: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const port = {
    API_PIX_TLS_PORT: String((server.address() as AddressInfo).port),
    API_PIX_TLS_CLIENT_CA: path('ca'),
  };
  const right = await examine({
    ...port,
    API_PIX_TLS_CERTIFICATE: path('server'),
    API_PIX_TLS_KEY: path('server-key'),
  });
  assert.match(right.of('api_pix', 'ok').join(), /mostra o certificado do arquivo/);
  // Certificates of tests end in a day.
  assert.equal(right.of('api_pix', 'warning').length, 2);
  const wrong = await examine({
    ...port,
    API_PIX_TLS_CERTIFICATE: path('ended'),
    API_PIX_TLS_KEY: path('endedKey'),
    API_PIX_CALLBACK_CERTIFICATE: path('ended'),
    API_PIX_CALLBACK_KEY: path('endedKey'),
  });
  assert.match(wrong.of('api_pix', 'warning').join(), /mostra outro certificado/);
  const ended = wrong.of('api_pix', 'failure');
  assert.equal(ended.filter((message) => message.includes('venceu em 2020-01-31')).length, 2);
  await writeFile(path('ca'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
  const closed = await examine({
    ...port,
    API_PIX_TLS_PORT: String(await freePort()),
    API_PIX_TLS_CERTIFICATE: path('server'),
    API_PIX_TLS_KEY: path('server-key'),
  });
  assert.match(closed.of('api_pix', 'warning').join(), /ninguém atende na porta/);
  assert.match(closed.of('api_pix', 'failure').join(), /CLIENT_CA não pôde ser lida/);
});

test('with a database and a mail server that are down the rest is checked all the same', async (t) => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const { exitCode, of } = await examine({
    DATABASE_URL: `postgres://pix:${PASSWORD}@127.0.0.1:${port}/pix?connect_timeout=1`,
    SMTP_URL: `smtp://pix:${PASSWORD}@127.0.0.1:${await freePort()}`,
    REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  });
  assert.equal(exitCode, 2);
  assert.match(of('database', 'failure').join(), /^o banco de dados não responde/);
  assert.match(of('mail', 'failure').join(), /ECONNREFUSED/);
  assert.equal(of('redis', 'warning').length, 1);
  assert.equal(of('telemetry', 'warning').length, 1);
  assert.equal(of('bank', 'ok').length, 6);
});

test('every wrong variable is named at once, and none of their values is shown', async () => {
  // In a process of its own: this call asks no server, whose time a busy machine could use up.
  const { exitCode, of } = await examineBy(spawnCli, {
    PORT: 'porta',
    SMTP_URL: `imap://pix:${PASSWORD}@localhost`,
    PROVIDER_CALLBACK_SECRET: 'curto',
    ENCRYPTION_KEY: PASSWORD,
  });
  assert.equal(exitCode, 2);
  const named = of('configuration', 'failure').map((message) => message.split(' ')[0]);
  assert.deepEqual(named.sort(), [
    'ENCRYPTION_KEY',
    'PORT',
    'PROVIDER_CALLBACK_SECRET',
    'SMTP_URL',
  ]);
});

test('a full disk is a failure, and a stopped gateway is told from a lost database', async (t) => {
  const disk = await mountSmallDisk(t);
  if (disk === undefined) return t.skip('this user may not mount a small disk');
  execFileSync('sh', ['-c', `cat /dev/zero > ${join(disk, 'fill')} 2>/dev/null || true`]);
  const more = { DATABASE_URL: '', DATA_DIR: disk, PROVIDER: '' };
  const { exitCode, of } = await examine(more);
  assert.equal(exitCode, 2);
  assert.match(of('disk', 'failure').join(), /DATA_DIR .*: 0,0 GiB livres \(0 %\)/);
  assert.match(of('disk', 'warning').join(), /não há cópia de segurança/);
  assert.match(of('database', 'warning').join(), /o gateway está parado/);
});

test('it exits with 0 when all is well, with 1 on warnings and with 2 on failures', () => {
  const one = (status: Finding['status']) => ({ check: 'disk', status, message: 'x' });
  const codeOf = (...all: Finding['status'][]) => answerOf(all.map(one)).exitCode;
  assert.deepEqual(
    [codeOf('ok', 'skipped'), codeOf('ok', 'warning'), codeOf('warning', 'failure', 'ok')],
    [0, 1, 2],
  );
});

test('free space is judged by its size and its share, and by how many files fit', () => {
  const of = (free: number, total: number, filesFree = 1_000) =>
    judgeSpace('disco', { free, total, filesFree, filesTotal: 1_000 }).status;
  assert.equal(of(50 * GIB, 100 * GIB), 'ok');
  assert.equal(of(5 * GIB, 100 * GIB), 'warning');
  assert.equal(of(GIB, 4 * GIB), 'warning');
  assert.equal(of(GIB / 5, GIB), 'failure');
  assert.equal(of(50 * GIB, 100 * GIB, 5), 'failure');
});

/** A disk of 4 MiB, or undefined if this user may not make one. */
async function mountSmallDisk(context: TestContext): Promise<string | undefined> {
  const disk = join(folder, 'disco');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=711', 'tmpfs', disk], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  context.after(() => execFileSync('umount', ['-l', disk]));
  return disk;
}

/** A certificate that ended in January 2020, as PEM and as PKCS#12. */
function endedCertificate() {
  const form = { type: 'pkcs8', format: 'pem' } as const;
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: form,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const made = forge.pki.createCertificate();
  const name = [{ name: 'commonName', value: 'localhost' }];
  made.publicKey = forge.pki.publicKeyFromPem(publicKey);
  made.serialNumber = '01';
  made.validity.notBefore = new Date('2020-01-01T00:00:00Z');
  made.validity.notAfter = new Date('2020-01-31T00:00:00Z');
  made.setSubject(name);
  made.setIssuer(name);
  const privateKey = forge.pki.privateKeyFromPem(key);
  made.sign(privateKey, forge.md.sha256.create());
  const asn1 = forge.pkcs12.toPkcs12Asn1(privateKey, [made], PASSWORD, { algorithm: 'aes256' });
  const bundle = Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
  return { certificate: forge.pki.certificateToPem(made), key, bundle };
}
