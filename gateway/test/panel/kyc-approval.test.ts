import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import {
  applicationIdOf,
  COMPANY,
  type Kyc,
  PERSON,
  signUpMerchant,
  submitKyc,
  upload,
} from '../support/kyc.ts';
import { signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);

async function mailsTo(recipient: string) {
  const mails = await gateway.sql('select * from mails where recipient = $1 order by id', [
    recipient,
  ]);
  return mails.map(({ id, subject, sealed_body: sealed }) => ({
    subject,
    text: Buffer.isBuffer(sealed) ? gateway.appContext.secretBox.open(sealed, String(id)) : '',
  }));
}

test('a person completes and sends the application and is approved', async () => {
  const { merchant, session, username } = await signUpMerchant(gateway);
  const empty = await session.call<Kyc>('GET', '/api/panel/kyc');
  assert.deepEqual(
    [empty.status, empty.body.status, empty.body.is_editable, empty.body.tax_id],
    [200, 'draft', true, null],
  );
  const sent = await submitKyc(gateway, session);
  assert.equal(sent.status, 200, sent.text);
  assert.deepEqual(
    [sent.body.status, sent.body.is_editable, sent.body.faults, sent.body.tax_id],
    ['submitted', false, [], '52998224725'],
  );
  assert.deepEqual(sent.body.address, {
    ...PERSON.address,
    postal_code: '01310100',
    state: 'SP',
  });
  const applicationId = await applicationIdOf(operator, username);
  const path = `/api/operator/kyc/${applicationId}`;
  const review = await operator.call<Kyc>('GET', path);
  assert.deepEqual(
    [review.status, review.body.merchant, review.body.documents.length],
    [200, { username, name: 'Doceria da Ana', status: 'pending_kyc' }, 4],
  );
  const approved = await operator.callWithCode<Kyc>('POST', `${path}/approve?submission=1`);
  assert.deepEqual([approved.status, approved.body.status], [200, 'approved'], approved.text);
  const [row] = await gateway.sql('select * from merchants where username = $1', [username]);
  assert.deepEqual(
    [row?.status, row?.document, row?.name],
    ['active', '52998224725', 'Doceria da Ana'],
  );
  const [mail] = await mailsTo(session.email);
  assert.equal(mail?.subject, 'Seu cadastro foi aprovado');
  const after = await session.call<Kyc>('GET', '/api/panel/kyc');
  const [submission] = after.body.submissions;
  assert.deepEqual([after.body.status, submission?.decision], ['approved', 'approved']);
  assert.doesNotMatch(after.text, /operador\.example/, 'who decides has no name');
  const log = await gateway.sql(
    'select action, actor_kind, actor_name from audit_log where merchant_id = $1 order by id',
    [merchant.merchantId],
  );
  assert.deepEqual(
    log.map(({ action }) => action).filter((action) => action !== 'kyc_document.added'),
    ['account.logged_in', 'kyc.saved', 'kyc.submitted', 'kyc.approved'],
  );
  assert.deepEqual([log.at(-1)?.actor_kind, log.at(-1)?.actor_name], ['operator', operator.email]);
});

test('a company is rejected, corrects the application and is approved', async () => {
  const { session, username } = await signUpMerchant(gateway);
  const kinds = ['company_contract', 'identity_front', 'identity_back', 'proof_of_address'];
  const sent = await submitKyc(gateway, session, COMPANY, kinds);
  assert.deepEqual([sent.status, sent.body.tax_id], [200, '11222333000181'], sent.text);
  const applicationId = await applicationIdOf(operator, username);
  const path = `/api/operator/kyc/${applicationId}`;
  const short = await operator.call('POST', `${path}/reject`, { body: { reason: 'não' } });
  assert.deepEqual([short.status, short.body.code], [400, 'invalid_request']);
  const reason = 'O contrato social está sem a última página.';
  const rejected = await operator.call<Kyc>('POST', `${path}/reject`, { body: { reason } });
  assert.deepEqual([rejected.status, rejected.body.status], [200, 'rejected'], rejected.text);
  const [mail] = await mailsTo(session.email);
  assert.ok(mail?.text.includes(reason));
  const read = await session.call<Kyc>('GET', '/api/panel/kyc');
  assert.deepEqual([read.body.status, read.body.submissions[0]?.reason], ['rejected', reason]);
  const me = await session.call('GET', '/api/account/session');
  assert.match(me.text, /"status":"rejected"/);
  const early = await upload(gateway, session, { kind: 'company_contract' });
  assert.deepEqual([early.status, early.body.code], [409, 'kyc_closed']);

  const reopened = await session.call<Kyc>('POST', '/api/panel/kyc/reopen');
  assert.deepEqual([reopened.body.status, reopened.body.is_editable], ['draft', true]);
  const contract = reopened.body.documents.find(({ kind }) => kind === 'company_contract');
  const removed = await session.call('DELETE', `/api/panel/kyc/documents/${contract?.document_id}`);
  assert.equal(removed.status, 200);
  const incomplete = await session.call('POST', '/api/panel/kyc/submit');
  assert.deepEqual(
    [incomplete.status, incomplete.body.details],
    [400, [{ field: 'documents.company_contract', message: 'envie este documento' }]],
  );
  await upload(gateway, session, { kind: 'company_contract' });
  const again = await session.call<Kyc>('POST', '/api/panel/kyc/submit');
  assert.deepEqual([again.status, again.body.submissions.length], [200, 2]);
  const waiting = await session.call('GET', '/api/account/session');
  assert.match(waiting.text, /"status":"pending_kyc"/);
  const stale = await operator.callWithCode('POST', `${path}/approve?submission=1`);
  assert.deepEqual([stale.status, stale.body.code], [409, 'status_change_refused']);
  const approved = await operator.callWithCode<Kyc>('POST', `${path}/approve?submission=2`);
  assert.deepEqual(
    approved.body.submissions.map(({ number, decision, decided_by }) => [
      number,
      decision,
      decided_by,
    ]),
    [
      [2, 'approved', operator.email],
      [1, 'rejected', operator.email],
    ],
  );
});

test('all missing and wrong fields are reported together, and a draft may be incomplete', async () => {
  const { session } = await signUpMerchant(gateway);
  const bare = await session.call<{ details: { field: string }[] }>(
    'POST',
    '/api/panel/kyc/submit',
  );
  assert.equal(bare.status, 400);
  assert.equal(bare.body.details.length, 12, bare.text);
  const body = {
    ...COMPANY,
    tax_id: '52998224725',
    address: { ...COMPANY.address, postal_code: '123', state: 'XX', complement: null },
    responsible: { name: ' ', tax_id: '52998224724', birth_date: '2015-01-01' },
  };
  const saved = await session.call<Kyc>('PUT', '/api/panel/kyc', { body });
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual(
    saved.body.faults.map(({ field }) => field),
    [
      'tax_id',
      'address.postal_code',
      'address.state',
      'responsible.name',
      'responsible.tax_id',
      'responsible.birth_date',
      'responsible.role',
      'documents.company_contract',
      'documents.identity_front',
      'documents.identity_back',
      'documents.proof_of_address',
    ],
  );
  const refused = await session.call('POST', '/api/panel/kyc/submit');
  assert.deepEqual(refused.body.details, saved.body.faults);
  for (const wrong of [
    { kind: 'club' },
    { responsible: { birth_date: '2001-02-30' } },
    { responsible: { birth_date: '17/05/1990' } },
    { legal_name: 'x\u0000y' },
    { legal_name: 7 },
    { address: { street: 'a'.repeat(256) } },
  ]) {
    const answer = await session.call('PUT', '/api/panel/kyc', { body: wrong });
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], answer.text);
  }
  const cleared = await session.call<Kyc>('PUT', '/api/panel/kyc', { body: {} });
  assert.deepEqual([cleared.body.kind, cleared.body.faults.length], [null, 12]);
});
