import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#src/ground/log.ts';
import { timers } from '#src/ground/work/scheduler.ts';
import { openHttp } from '../../../test/banking/open-for-test.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  giveToken,
  openSmallBank,
} from '../../../test/banking/small-bank.ts';
import { createAccessTokens } from './access-token.ts';
import type { BankRequest } from './bank-request.ts';
import type { WireResult } from './exchange.ts';

const READ: BankRequest = { operation: 'read', method: 'GET', path: '/thing' };
const OK = { status: 200, body: {} };

test('twenty calls at once fetch one token, and later calls use it again', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const http = openHttp(context, bank);
  await Promise.all(Array.from({ length: 20 }, () => http.call(READ)));
  await http.call(READ);
  assert.equal(bank.tokenRequests.length, 1);
  const [request] = bank.tokenRequests;
  const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64');
  assert.equal(request?.headers.authorization, `Basic ${basic}`);
  assert.deepEqual(request?.body, { grant_type: 'client_credentials' });
  assert.equal(request?.hasClientCertificate, true);
});

test('the token can be requested by a form', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const token = {
    url: `${bank.url}/oauth/token`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    body: 'form' as const,
  };
  await openHttp(context, bank, { token }).call(READ);
  const [request] = bank.tokenRequests;
  assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(request?.text, 'grant_type=client_credentials');
});

test('a token is renewed half a minute before it expires', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  let now = Date.UTC(2026, 10, 20);
  const http = openHttp(context, bank, { now: () => now });
  await http.call(READ);
  now += 3_569_000;
  await http.call(READ);
  assert.equal(bank.tokenRequests.length, 1);
  now += 2_000;
  await http.call(READ);
  assert.equal(bank.tokenRequests.length, 2);
});

test('a token that the bank refuses is replaced once, also for a write', async (context) => {
  const bank = await openSmallBank(context, (request) =>
    request.headers.authorization === 'Bearer token-1' ? { status: 401, body: {} } : OK,
  );
  const http = openHttp(context, bank);
  const writes = Array.from({ length: 10 }, () => http.call({ ...READ, method: 'PUT' }));
  for (const answer of await Promise.all(writes)) assert.equal(answer.kind, 'done');
  assert.equal(bank.tokenRequests.length, 2);
});

test('a bank that refuses a fresh token is unavailable', async (context) => {
  const bank = await openSmallBank(context, () => ({ status: 401, body: {} }));
  const http = openHttp(context, bank);
  assert.equal((await http.call({ ...READ, method: 'PUT' })).kind, 'unavailable');
  assert.equal(bank.requests.length, 2);
});

test('without a valid token nothing is sent', async (context) => {
  const bank = await openSmallBank(context, () => OK);
  const deeds = [
    { status: 401, body: { error: 'invalid_client' } },
    { status: 200, body: { access_token: 'two words' } },
    { status: 200, body: '<html>' },
    'break',
    'hang',
  ] as const;
  for (const deed of deeds) {
    const http = openHttp(context, bank, { timeoutMs: 3_000 });
    const sent = bank.requests.length;
    bank.onToken = () => deed;
    assert.equal((await http.call({ ...READ, method: 'PUT' })).kind, 'unavailable');
    assert.equal(bank.requests.length, sent);
    bank.onToken = giveToken(10);
    assert.equal((await http.call(READ)).kind, 'done');
  }
});

test('a token that a caller with little time asks for serves the callers that have more', async () => {
  const answer = Promise.withResolvers<WireResult>();
  const tokens = createAccessTokens(
    { url: 'https://bank.example/token', clientId: 'id', clientSecret: 'x', body: 'json' },
    {
      now: Date.now,
      logger: silentLogger,
      startDeadline: () => timers.startDeadline(60_000),
      send: (request) => {
        const late = Promise.withResolvers<WireResult>();
        const expire = () => late.resolve({ kind: 'failed', reason: 'late', wasSent: true });
        const end = request.deadline.limit({ method: 'POST', url: request.url }, expire);
        return Promise.race([answer.promise, late.promise]).finally(end);
      },
    },
  );
  const first = tokens.take(timers.startDeadline(5));
  const second = tokens.take(timers.startDeadline(60_000));
  assert.equal(await first, undefined);
  answer.resolve({
    kind: 'answered',
    status: 200,
    body: '{"access_token":"t"}',
    retryAfter: undefined,
  });
  assert.equal(await second, 't');
});
