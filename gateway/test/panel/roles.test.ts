import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MEMBER_ROLES, OPERATOR_ROLES } from '#src/ground/access/roles.ts';
import { MEMBER_ACCESS } from '#src/host/http/member-access.ts';
import { OPERATOR_ACCESS } from '#src/host/http/operator-access.ts';
import { panelDocument } from '../../tools/panel-document.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const document = (await panelDocument()) as OpenApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
  })),
);
const ofMembers = operations.filter(({ path }) => path.startsWith('/api/panel/'));
const ofOperators = operations.filter(({ path }) => path.startsWith('/api/operator/'));
const ENVIRONMENTS = ['test', 'live'] as const;

test('every operation of the panel declares its roles, and no other operation does', () => {
  const ids = (list: typeof operations) => list.map(({ operationId }) => operationId).sort();
  assert.deepEqual(Object.keys(MEMBER_ACCESS).sort(), ids(ofMembers));
  assert.deepEqual(Object.keys(OPERATOR_ACCESS).sort(), ids(ofOperators));
});

test('a member may call exactly the operations that its role allows, in each environment', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  for (const memberRole of MEMBER_ROLES) {
    const session = await signIn(gateway, merchant, { memberRole });
    for (const { operationId, method, path } of ofMembers) {
      for (const environment of ENVIRONMENTS) {
        const isAllowed = MEMBER_ACCESS[operationId]?.roles[environment].includes(memberRole);
        if (!path.includes('{environment}') && environment === 'test') continue;
        const code = await refusalOf(session, method, path.replace('{environment}', environment));
        const what = `${memberRole}: ${operationId} in ${environment}`;
        assert.equal(code !== 'role_missing', isAllowed, what);
      }
    }
  }
});

test('an operator may call exactly the operations that its role allows', async () => {
  for (const operatorRole of OPERATOR_ROLES) {
    const session = await signInOperator(gateway, { operatorRole });
    for (const { operationId, method, path } of ofOperators) {
      const isAllowed = OPERATOR_ACCESS[operationId]?.roles.includes(operatorRole);
      const code = await refusalOf(session, method, path);
      assert.equal(code !== 'role_missing', isAllowed, `${operatorRole}: ${operationId}`);
    }
  }
});

test('the refusal names the roles that may do it', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  await signIn(gateway, merchant);
  const session = await signIn(gateway, merchant, { memberRole: 'viewer' });
  const refused = await session.call('POST', '/api/panel/live/payouts', { body: {} });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, 'role_missing');
  assert.match(String(refused.body.message), /Proprietário, Financeiro\./);
});

/** Changes that concern only the user who makes them: every role may make them. */
const OWN_CHANGES = ['setNotificationPreference', 'markNoticesSeen'];

test('viewers only read, besides their own notifications', () => {
  const changes = ofMembers.filter(
    ({ method, operationId }) => method !== 'GET' && !OWN_CHANGES.includes(operationId),
  );
  for (const { operationId } of changes) {
    const { roles } = MEMBER_ACCESS[operationId] ?? assert.fail(operationId);
    assert.ok(!roles.test.includes('viewer') && !roles.live.includes('viewer'), operationId);
  }
});

test('accountants read lists and files, and nothing of keys, webhooks, members and changes', () => {
  const hidden = /\/(credentials|webhooks|requests|team|audit|kyc|approval-server|closing-mails)/;
  for (const { operationId, method, path } of ofMembers) {
    const { roles } = MEMBER_ACCESS[operationId] ?? assert.fail(operationId);
    const isOpen = roles.test.includes('accountant') || roles.live.includes('accountant');
    if (OWN_CHANGES.includes(operationId)) continue;
    if (isOpen) assert.ok(method === 'GET' && !hidden.test(path), operationId);
  }
  for (const readable of [
    'searchTransactions',
    'exportTransactions',
    'downloadReceipt',
    'listOwnCustomers',
    'getStatement',
    'exportStatementCsv',
    'exportClosing',
    'exportMovementsXlsx',
  ]) {
    assert.ok(MEMBER_ACCESS[readable]?.roles.live.includes('accountant'), readable);
  }
});

test('finance neither sees nor changes keys and webhooks', () => {
  for (const { operationId, path } of ofMembers) {
    if (!/\/(credentials|webhooks)/.test(path)) continue;
    const { roles } = MEMBER_ACCESS[operationId] ?? assert.fail(operationId);
    assert.ok(!roles.test.includes('finance') && !roles.live.includes('finance'), operationId);
  }
});

test('in production, developers change nothing but keys and their own notifications', () => {
  for (const { operationId, method, path } of ofMembers) {
    if (method === 'GET' || path.includes('/credentials')) continue;
    if (OWN_CHANGES.includes(operationId)) continue;
    const { roles } = MEMBER_ACCESS[operationId] ?? assert.fail(operationId);
    assert.ok(!roles.live.includes('developer'), operationId);
  }
});

test('whatever a role may do in production it may also do in the test environment', () => {
  for (const [operationId, { roles }] of Object.entries(MEMBER_ACCESS)) {
    assert.deepEqual(
      roles.live.filter((role) => !roles.test.includes(role)),
      [],
      operationId,
    );
  }
});

test('an owner may call every operation of members, an admin every operation of operators', () => {
  for (const [operationId, { roles }] of Object.entries(MEMBER_ACCESS)) {
    assert.ok(roles.live.includes('owner'), operationId);
  }
  for (const [operationId, { roles }] of Object.entries(OPERATOR_ACCESS)) {
    assert.ok(roles.includes('admin'), operationId);
  }
});

/** The code of the refusal of a request for rows that don't exist; undefined if it is answered. */
async function refusalOf(session: PanelSession, method: string, path: string): Promise<unknown> {
  const address = gateway.url + path.replaceAll(/\{\w+\}/g, 'nenhum');
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const answer = await fetch(address, {
    method,
    headers: { cookie: session.cookie(), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  });
  if (answer.ok) {
    // The stream of events never ends.
    await answer.body?.cancel();
    return undefined;
  }
  return Object(await answer.json()).code;
}
