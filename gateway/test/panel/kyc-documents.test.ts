import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import {
  applicationIdOf,
  FILES,
  type Kyc,
  signUpMerchant,
  submitKyc,
  upload,
} from '../support/kyc.ts';
import { type PanelSession, signInOperator } from '../support/panel.ts';

const MEGABYTE = 1024 * 1024;
const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);

async function download(session: PanelSession, path: string) {
  const response = await fetch(gateway.url + path, { headers: { cookie: session.cookie() } });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
}

function pdfOf(bytes: number): Buffer {
  return Buffer.concat([FILES.pdf, Buffer.alloc(bytes - FILES.pdf.length, 0x20)]);
}

test('a document is unchanged, readable by its merchant and operators only, and encrypted at rest', async () => {
  const { session, username } = await signUpMerchant(gateway);
  const name = "contrato d'água (versão 2).pdf";
  const type = 'application/pdf';
  const added = await upload(gateway, session, { kind: 'other', name, type, content: FILES.pdf });
  assert.deepEqual(
    [added.status, added.body.name, added.body.content_type, added.body.size_bytes],
    [201, name, 'application/pdf', FILES.pdf.length],
    added.text,
  );
  const path = `/api/panel/kyc/documents/${added.body.document_id}`;
  const { response, content } = await download(session, path);
  assert.deepEqual(content, FILES.pdf);
  const header = (one: string) => response.headers.get(one);
  assert.equal(header('content-type'), 'application/pdf');
  assert.equal(
    header('content-disposition'),
    "inline; filename*=UTF-8''contrato%20d%27%C3%A1gua%20%28vers%C3%A3o%202%29.pdf",
  );
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.equal(header('content-security-policy'), 'sandbox');
  assert.equal(header('cache-control'), 'private, no-store');

  const rows = await gateway.sql('select * from kyc_documents');
  const sealed = rows.map((row) => row.sealed_content);
  assert.ok(sealed.every((one) => Buffer.isBuffer(one) && !one.includes('conteudo-secreto')));
  const logged = gateway.logLines.join('');
  assert.ok(!logged.includes('conteudo-secreto') && !logged.includes('contrato d'));

  const stranger = await signUpMerchant(gateway);
  for (const [method, url] of [
    ['GET', path],
    ['DELETE', path],
    ['GET', '/api/panel/kyc/documents/nada'],
  ] as const) {
    const answer = await stranger.session.call(method, url);
    assert.deepEqual([answer.status, answer.body.code], [404, 'document_not_found']);
  }
  await submitKyc(gateway, session);
  const applicationId = await applicationIdOf(operator, username);
  const root = `/api/operator/kyc/${applicationId}/documents`;
  const reviewed = await download(operator, `${root}/${added.body.document_id}`);
  assert.deepEqual(reviewed.content, FILES.pdf);
  const frozen = await session.call('DELETE', path);
  assert.deepEqual([frozen.status, frozen.body.code], [409, 'kyc_closed']);
  await submitKyc(gateway, stranger.session);
  const other = await applicationIdOf(operator, stranger.username);
  const mixed = await operator.call(
    'GET',
    `/api/operator/kyc/${other}/documents/${added.body.document_id}`,
  );
  assert.deepEqual([mixed.status, mixed.body.code], [404, 'document_not_found']);
});

test('a sealed value can be opened only in its own row', async () => {
  const { session } = await signUpMerchant(gateway);
  const [first, second] = [await upload(gateway, session), await upload(gateway, session)];
  await gateway.sql(
    `update kyc_documents set sealed_content =
      (select sealed_content from kyc_documents where document_id = $1) where document_id = $2`,
    [first.body.document_id, second.body.document_id],
  );
  const moved = await session.call('GET', `/api/panel/kyc/documents/${second.body.document_id}`);
  assert.equal(moved.status, 500);
});

test('a file that isn’t a document or has another type than it claims is refused', async () => {
  const { session } = await signUpMerchant(gateway);
  const html = Buffer.from('<script>alert(1)</script>');
  const cases = [
    { type: 'application/pdf', content: html },
    { type: 'image/png', content: FILES.jpg },
    { type: 'image/jpeg', content: Buffer.alloc(0) },
    { type: 'image/png', content: FILES.png.subarray(0, 4) },
    { type: 'text/html', content: html },
    { type: 'image/svg+xml', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { type: 'application/json', content: Buffer.from('{}') },
    { type: 'image/gif', content: Buffer.from('GIF89a') },
  ];
  for (const one of cases) {
    const answer = await upload(gateway, session, one);
    assert.deepEqual([answer.status, answer.body.code], [422, 'document_type_invalid'], one.type);
  }
  for (const query of ['kind=passport&name=a', 'kind=selfie', 'kind=selfie&name=%20']) {
    const answer = await fetch(`${gateway.url}/api/panel/kyc/documents?${query}`, {
      method: 'POST',
      headers: { cookie: session.cookie(), 'content-type': 'image/png' },
      body: new Uint8Array(FILES.png),
    });
    assert.equal(answer.status, 400, query);
  }
  const jpg = await upload(gateway, session, { type: 'image/jpeg', content: FILES.jpg });
  assert.equal(jpg.status, 201);
});

test('a file of 5 MB is accepted and one byte more is refused', async () => {
  const { session } = await signUpMerchant(gateway);
  const type = 'application/pdf';
  const whole = await upload(gateway, session, { type, content: pdfOf(5 * MEGABYTE) });
  assert.deepEqual([whole.status, whole.body.size_bytes], [201, 5 * MEGABYTE], whole.text);
  const { content } = await download(session, `/api/panel/kyc/documents/${whole.body.document_id}`);
  assert.deepEqual(content, pdfOf(5 * MEGABYTE));
  const longer = await upload(gateway, session, { type, content: pdfOf(5 * MEGABYTE + 1) });
  assert.deepEqual([longer.status, longer.body.code], [413, 'document_too_large']);
});

test('an application has at most ten documents also under concurrent uploads', async () => {
  const { session } = await signUpMerchant(gateway);
  const answers = await Promise.all(Array.from({ length: 14 }, () => upload(gateway, session)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(10).fill(201), ...Array(4).fill(422)]);
  const { body } = await session.call<Kyc>('GET', '/api/panel/kyc');
  assert.equal(body.documents.length, 10);
});
