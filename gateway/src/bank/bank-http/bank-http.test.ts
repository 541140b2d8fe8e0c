import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInTransactionScope } from '#src/ground/database/transaction-scope.ts';
import { testCertificates } from '../../../test/banking/certificates.ts';
import { openHttp, readableLog } from '../../../test/banking/open-for-test.ts';
import { openSmallBank, type SmallAnswer } from '../../../test/banking/small-bank.ts';
import type { BankRequest } from './bank-request.ts';

const READ: BankRequest = { operation: 'read', method: 'GET', path: '/thing' };
const WRITE: BankRequest = { operation: 'write', method: 'PUT', path: '/thing', body: { a: 1 } };
const OK: SmallAnswer = { status: 200, body: { ok: true } };
const UNKNOWN = { kind: 'unknown' };
/** On a busy machine, too, a call that is answered takes less. */
const TIMEOUT_MS = 3_000;

test('a call sends our certificate, a token and a JSON body', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const http = openHttp(context, bank);
  assert.deepEqual(await http.call(WRITE), { kind: 'done', body: { ok: true } });
  const [request] = bank.requests;
  assert.equal(request?.hasClientCertificate, true);
  assert.equal(request?.headers.authorization, 'Bearer token-1');
  assert.deepEqual(request?.body, { a: 1 });
});

test('the certificate can be a PKCS#12 bundle with a passphrase', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const bundle = testCertificates().pkcs12('senha');
  const http = openHttp(context, bank, {
    clientCertificate: { kind: 'pkcs12', bundle },
    passphrase: 'senha',
  });
  assert.equal((await http.call(READ)).kind, 'done');
});

test('a bank with a certificate of an unknown authority gets no request, whatever the environment says', async (context) => {
  const { NODE_TLS_REJECT_UNAUTHORIZED: before = '1' } = process.env;
  context.after(() => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const bank = await openSmallBank(context, () => OK);
  const http = openHttp(context, bank, { certificateAuthority: undefined });
  assert.equal((await http.call(WRITE)).kind, 'unavailable');
  assert.equal(bank.requests.length + bank.tokenRequests.length, 0);
});

test('the outcome of a write is done or refused only when the answer proves it', async (context) => {
  const bank = await openSmallBank(context);
  const http = openHttp(context, bank, { timeoutMs: TIMEOUT_MS, breakerOpenMs: 1 });
  const refused = { status: 422, body: { nome: 'pagamento_negado' } };
  const table: [SmallAnswer | 'break' | 'hang', object][] = [
    [OK, { kind: 'done', body: { ok: true } }],
    [{ status: 204 }, { kind: 'done', body: undefined }],
    [refused, { kind: 'refused', ...refused }],
    [{ status: 200, body: '<html>' }, UNKNOWN],
    [{ status: 200, body: '[1]' }, UNKNOWN],
    [{ status: 403, body: '<html>proxy</html>' }, UNKNOWN],
    [{ status: 302, headers: { location: 'https://example.com' } }, UNKNOWN],
    [{ status: 500, body: { nome: 'erro_aplicacao' } }, UNKNOWN],
    [{ status: 503, body: {} }, UNKNOWN],
    [{ status: 408, body: { nome: 'tempo_esgotado' } }, UNKNOWN],
    [{ status: 503, body: {}, headers: { 'retry-after': '7' } }, UNKNOWN],
    [
      { status: 429, body: {}, headers: { 'retry-after': '9' } },
      { kind: 'unavailable', retryAfterSeconds: 9 },
    ],
    [
      { status: 429, body: {} },
      { kind: 'unavailable', retryAfterSeconds: 15 },
    ],
    ['break', UNKNOWN],
    ['hang', UNKNOWN],
  ];
  for (const [deed, expected] of table) {
    bank.requests.length = 0;
    bank.onRequest = () => deed;
    const { reason: _, ...answer } = { reason: '', ...(await http.call(WRITE)) };
    assert.deepEqual(answer, expected, JSON.stringify(deed));
    assert.equal(bank.requests.length, 1, 'a write is sent once');
    // Keeps the breaker closed between the rows.
    bank.onRequest = () => OK;
    await http.call(WRITE);
  }
});

test('a read that gets 503 with Retry-After is not repeated before that', async (context) => {
  const busy = { status: 503, body: {}, headers: { 'retry-after': '7' } };
  const bank = await openSmallBank(context, () => busy);
  const http = openHttp(context, bank);
  assert.deepEqual(await http.call(READ), { kind: 'unavailable', retryAfterSeconds: 7 });
  assert.equal(bank.requests.length, 1);
});

test('a read is tried again until its timeout', async (context) => {
  const deeds = ['break', { status: 500 }, OK] as const;
  const bank = await openSmallBank(context, () => deeds[bank.requests.length - 1] ?? OK);
  const http = openHttp(context, bank);
  assert.equal((await http.call(READ)).kind, 'done');
  assert.equal(bank.requests.length, 3);
});

test('a call without a connection is unavailable, because nothing was sent', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const address = gone.address();
  gone.close();
  const port = typeof address === 'object' ? address?.port : undefined;
  const http = openHttp(context, bank, { baseUrl: `https://localhost:${port}` });
  assert.equal((await http.call(WRITE)).kind, 'unavailable');
});

test('a call that waits too long for a connection is unavailable, because it was not sent', async (context) => {
  const bank = await openSmallBank(context, () => (bank.requests.length === 1 ? OK : 'hang'));
  const http = openHttp(context, bank, { connections: 1, timeoutMs: TIMEOUT_MS });
  const answers = await Promise.all([http.call(WRITE), http.call(WRITE), http.call(WRITE)]);
  assert.deepEqual(
    answers.map((answer) => answer.kind),
    ['done', 'unknown', 'unavailable'],
  );
  assert.equal(bank.requests.length, 2);
});

test('after repeated failures the bank gets no calls for a while, then one call tests it', async (context) => {
  const bank = await openSmallBank(context, () => ({ status: 500 }));
  const http = openHttp(context, bank, { breakerOpenMs: TIMEOUT_MS });
  for (let failures = 0; failures < 5; failures += 1) await http.call(WRITE);
  const open = await Promise.all(Array.from({ length: 20 }, () => http.call(WRITE)));
  assert.deepEqual(new Set(open.map((answer) => answer.kind)), new Set(['unavailable']));
  assert.equal(bank.requests.length, 5);
  const probe = Promise.withResolvers<SmallAnswer>();
  const arrived = Promise.withResolvers<undefined>();
  bank.onRequest = () => {
    arrived.resolve(undefined);
    return probe.promise;
  };
  let first = http.call(WRITE);
  // The pause is one of real time, in the library; a call that ends was refused within it.
  while (await Promise.race([first, arrived.promise])) {
    await sleep(10);
    first = http.call(WRITE);
  }
  const others = await Promise.all(Array.from({ length: 20 }, () => http.call(WRITE)));
  assert.deepEqual(new Set(others.map((answer) => answer.kind)), new Set(['unavailable']));
  probe.resolve(OK);
  assert.equal((await first).kind, 'done');
  assert.equal(bank.requests.length, 6);
  assert.equal((await http.call(WRITE)).kind, 'done');
});

test('many calls share a few connections, and calls above the limit are refused', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const http = openHttp(context, bank, { connections: 8, timeoutMs: 10_000 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => http.call(WRITE)));
  const done = answers.filter((answer) => answer.kind === 'done');
  assert.equal(done.length, 8 * 16);
  assert.equal(bank.requests.length, done.length);
  assert.ok(bank.connections <= 8);
});

test('an answer 429 does not open the breaker', async (context) => {
  const bank = await openSmallBank(context, () => ({ status: 429, body: {} }));
  const http = openHttp(context, bank);
  for (let calls = 0; calls < 10; calls += 1) await http.call(WRITE);
  assert.equal(bank.requests.length, 10);
});

test('the bank is never called inside a database transaction', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const http = openHttp(context, bank);
  await assert.rejects(
    runInTransactionScope(() => http.call(READ)),
    /inside a transaction/,
  );
});

test('neither the log nor an answer contains a secret, a token or a Pix key', async (context) => {
  const log = readableLog();
  const bank = await openSmallBank(context, () => 'break');
  const http = openHttp(context, bank, { log });
  const path = '/thing/52998224725';
  const answers = [await http.call({ ...WRITE, path })];
  bank.onToken = (request) => ({ status: 401, body: { error: 'x', echo: request.headers } });
  bank.onRequest = () => ({ status: 401, body: {} });
  answers.push(await http.call({ ...WRITE, path }));
  assert.ok(log.lines.length >= 2);
  const written = log.lines.join('') + JSON.stringify(answers);
  assert.doesNotMatch(written, /token-1|Client_|Bearer|Basic|52998224725|PRIVATE/);
});

test('close waits for the calls in progress and refuses new ones', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const http = openHttp(context, bank);
  const last = http.call(READ);
  await http.close();
  assert.equal((await last).kind, 'done');
  assert.equal((await http.call(READ)).kind, 'unavailable');
});
