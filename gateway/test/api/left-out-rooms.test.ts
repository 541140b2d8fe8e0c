import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allLedgerChecks, ledgerChecksOf } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { ROOMS } from '#src/rooms.ts';
import { receivePayment, SANDBOX_KEYS, startGateway } from '../support/gateway.ts';

const LEFT_OUT = ['api-pix', 'subscriptions'];
const rooms = ROOMS.filter(({ name }) => !LEFT_OUT.includes(name));

test('without the API Pix and subscriptions a charge is paid, and the ledger is clean', async (context) => {
  const gateway = await startGateway(context, { rooms });
  await receivePayment(gateway, SANDBOX_KEYS);
  const checks = await ledgerChecksOf(rooms);
  assert.ok(checks.length < allLedgerChecks.length);
  assert.ok((await verifyLedger(gateway.appContext.database, checks)).isClean);
});

test('a room that is left out has no routes and is not in the documents', async (context) => {
  const gateway = await startGateway(context, { rooms, hasWorker: false });
  const calls = [
    ['GET', '/v1/subscriptions'],
    ['POST', '/pix/oauth/token'],
  ] as const;
  for (const [method, path] of calls) {
    const { body } = await gateway.call(method, path, { keys: SANDBOX_KEYS });
    assert.equal(body.code, 'route_not_found', path);
  }
  for (const document of ['/openapi.json', '/api/panel-openapi.json']) {
    const { body } = await gateway.call<{ paths: object }>('GET', document);
    const paths = Object.keys(body.paths);
    assert.ok(paths.some((path) => path.includes('/payout')));
    assert.deepEqual(
      paths.filter((path) => /\/(subscriptions|api-pix)$/.test(path)),
      [],
    );
  }
});
