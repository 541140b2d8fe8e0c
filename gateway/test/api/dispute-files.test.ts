import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { expireFiles } from '#src/disputes/files/manage-files.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { createDisputer } from '../support/disputes.ts';
import {
  callGateway,
  createMerchantWithKeys,
  type Keys,
  SANDBOX_KEYS,
  until,
} from '../support/gateway.ts';
import { FILES } from '../support/kyc.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startInBuckets({ after }, { env: BEHIND_PROXY });
const { createPaid, dispute, defend, close } = createDisputer(gateway);
const MEGABYTE = 1024 * 1024;

interface StoredFile extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
}

/** A merchant with an open dispute. */
async function openDispute() {
  const { keys, id: chargeId, merchant } = await createPaid();
  const { body } = await dispute(keys, chargeId);
  return { keys, merchant, id: String(body.internal_id) };
}

const filesOf = (id: string) => `/v1/disputes/${id}/files`;

function add(keys: Keys, id: string, { name = 'entrega.pdf', content = FILES.pdf as Buffer } = {}) {
  return callGateway<StoredFile & { code: string }>(gateway.url + filesOf(id), 'POST', {
    keys,
    body: { name, content: content.toString('base64') },
  });
}

async function list(keys: Keys, id: string): Promise<StoredFile[]> {
  const { body } = await gateway.call('GET', filesOf(id), { keys });
  return body.data as StoredFile[];
}

function pdfOf(bytes: number): Buffer {
  return Buffer.concat([FILES.pdf, randomBytes(16), Buffer.alloc(bytes - FILES.pdf.length - 16)]);
}

test('a file comes back unchanged as an attachment, to its merchant only, and is sealed', async () => {
  const { keys, id } = await openDispute();
  const added = await add(keys, id, { name: 'nota d’água (1).pdf' });
  assert.deepEqual(
    [added.status, added.body.name, added.body.content_type, added.body.size_bytes],
    [201, 'nota d’água (1).pdf', 'application/pdf', FILES.pdf.length],
    added.text,
  );
  assert.deepEqual(await list(keys, id), [added.body]);
  const path = `${filesOf(id)}/${added.body.id}`;
  const response = await fetch(gateway.url + path, { headers: { ...keys } });
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), FILES.pdf);
  const header = (name: string) => response.headers.get(name);
  assert.equal(header('content-type'), 'application/pdf');
  assert.equal(
    header('content-disposition'),
    "attachment; filename*=UTF-8''nota%20d%E2%80%99%C3%A1gua%20%281%29.pdf",
  );
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.equal(header('cache-control'), 'private, no-store');
  const accept = 'application/octet-stream';
  const plain = await fetch(gateway.url + path, { headers: { ...keys, accept } });
  assert.equal(plain.headers.get('content-type'), accept);
  assert.deepEqual(Buffer.from(await plain.arrayBuffer()), FILES.pdf);
  const rows = await gateway.sql('select sealed_content from dispute_files');
  assert.ok(rows.length > 0);
  for (const { sealed_content: sealed } of rows) {
    assert.ok(Buffer.isBuffer(sealed) && !sealed.includes('conteudo-secreto'));
  }
  const { keys: stranger } = await createMerchantWithKeys(gateway);
  const other = await openDispute();
  for (const [method, url, code] of [
    ['GET', path, 'dispute_file_not_found'],
    ['DELETE', path, 'dispute_not_found'],
    ['GET', filesOf(id), 'dispute_not_found'],
    ['POST', filesOf(id), 'dispute_not_found'],
  ] as const) {
    const content = FILES.pdf.toString('base64');
    const body = method === 'POST' ? { body: { name: 'a.pdf', content } } : {};
    for (const caller of [stranger, other.keys]) {
      const answer = await gateway.call(method, url, { keys: caller, ...body });
      assert.deepEqual([answer.status, answer.body.code], [404, code], `${method} ${url}`);
    }
  }
  const mixed = `${filesOf(other.id)}/${added.body.id}`;
  assert.equal((await gateway.call('GET', mixed, { keys: other.keys })).status, 404);
});

test('the type of a file is found in its content, and its name gets the ending of the type', async () => {
  const { keys, id } = await openDispute();
  const names = [
    [FILES.png, 'C:\\fotos\\entrega.PNG', 'entrega.png'],
    [FILES.jpg, '../../etc/passwd', 'passwd.jpg'],
    [FILES.pdf, 'nota.pdf.exe', 'nota.pdf.exe.pdf'],
    [pdfOf(700), ' .\u202Efdp.nota', 'fdp.nota.pdf'],
    [pdfOf(701), 'a"b;c.pdf', 'a_b_c.pdf'],
    [pdfOf(702), '...', 'arquivo.pdf'],
  ] as const;
  for (const [content, name, kept] of names) {
    const { status, body, text } = await add(keys, id, { name, content });
    if (name.includes('\u202E')) assert.equal(status, 400, text);
    else assert.deepEqual([status, body.name], [201, kept], text);
  }
  const html = Buffer.from('<script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const content of [html, svg, Buffer.from('PK\x03\x04 zip'), Buffer.from('%PD')]) {
    const { status, body } = await add(keys, id, { name: 'nota.pdf', content });
    assert.deepEqual([status, body.code], [422, 'dispute_file_invalid']);
  }
  for (const content of ['', 'data:application/pdf;base64,JVBERi0xLjcK', '*', 'JVBERi0xLjcK\n']) {
    const answer = await gateway.call('POST', filesOf(id), { keys, body: { name: 'a', content } });
    assert.deepEqual([answer.status, answer.body.code], [422, 'dispute_file_invalid'], content);
  }
  for (const content of [null, 7, undefined, {}]) {
    const answer = await gateway.call('POST', filesOf(id), { keys, body: { name: 'a', content } });
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request']);
  }
});

test('a dispute has at most 10 files of 10 MB, and the same content once', async () => {
  const { keys, id } = await openDispute();
  const full = await add(keys, id, { content: pdfOf(10 * MEGABYTE) });
  assert.equal(full.status, 201, full.text);
  const larger = await add(keys, id, { content: pdfOf(10 * MEGABYTE + 1) });
  assert.deepEqual([larger.status, larger.body.code], [413, 'dispute_file_too_large']);
  const huge = await add(keys, id, { content: pdfOf(16 * MEGABYTE) });
  assert.deepEqual([huge.status, huge.body.code], [413, 'dispute_file_too_large']);
  const contents = Array.from({ length: 12 }, (_, index) => pdfOf(1_000 + index));
  const send = (content: Buffer, index: number) => add(keys, id, { name: `${index}.pdf`, content });
  const answers = [];
  // A merchant may upload three at once.
  for (let at = 0; at < contents.length; at += 3) {
    const sent = contents.slice(at, at + 3).map((content, index) => send(content, at + index));
    answers.push(...(await Promise.all(sent)));
  }
  const taken = answers.filter(({ status }) => status === 201);
  assert.equal(taken.length, 9);
  const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
  assert.deepEqual(refused, Array(3).fill('too_many_dispute_files'));
  assert.equal((await list(keys, id)).length, 10);
  const index = answers.findIndex(({ status }) => status === 201);
  const again = await add(keys, id, { name: 'outro nome.pdf', content: contents[index] as Buffer });
  assert.deepEqual([again.status, again.body.id], [201, answers[index]?.body.id]);
});

test('files are added and removed before the defence only', async () => {
  const { keys, id } = await openDispute();
  const kept = await add(keys, id);
  const removed = await add(keys, id, { content: FILES.png, name: 'foto.png' });
  const path = `${filesOf(id)}/${removed.body.id}`;
  const left = await gateway.call('DELETE', path, { keys });
  assert.deepEqual([left.status, left.body.data], [200, [kept.body]]);
  const twice = await gateway.call('DELETE', path, { keys });
  assert.deepEqual([twice.status, twice.body.code], [404, 'dispute_file_not_found']);
  assert.equal((await defend(keys, id)).status, 201);
  const keptPath = `${filesOf(id)}/${kept.body.id}`;
  const late = await gateway.call('DELETE', keptPath, { keys });
  assert.deepEqual([late.status, late.body.code], [409, 'dispute_already_defended']);
  const more = await add(keys, id, { content: FILES.jpg });
  assert.deepEqual([more.status, more.body.code], [409, 'dispute_already_defended']);
  await close(keys, id, 'rejected');
  const closed = await add(keys, id, { content: FILES.jpg });
  assert.deepEqual([closed.status, closed.body.code], [409, 'dispute_closed']);
  assert.deepEqual(await list(keys, id), [kept.body]);
});

test('visitors of the public sandbox store no files', async () => {
  const body = { name: 'a.pdf', content: FILES.pdf.toString('base64') };
  const id = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b75';
  const answer = await gateway.call('POST', filesOf(id), { keys: SANDBOX_KEYS, body });
  assert.deepEqual([answer.status, answer.body.code], [403, 'sandbox_forbidden']);
});

test('idle uploads of one merchant or network leave slots to others, and the sandbox gets none', async (context) => {
  const [idle, other] = [await openDispute(), await openDispute()];
  const uploads = [1, 2, 3].map(() => uploadHalf(idle));
  context.after(() => {
    for (const upload of uploads) upload.destroy();
  });
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  const addFrom = ({ keys, id }: Disputed, headers = {}) =>
    gateway.call('POST', filesOf(id), {
      keys,
      headers,
      body: { name: 'entrega.pdf', content: FILES.pdf.toString('base64') },
    });
  await until('the merchant has all its slots', async () => {
    const { status } = await addFrom(idle, elsewhere);
    // This request may have had the slot of an idle one.
    if (status !== 503) uploads.push(uploadHalf(idle));
    return status === 503 || undefined;
  });
  assert.equal((await addFrom(other)).body.code, 'overloaded', 'the same network');
  assert.equal((await addFrom(other, elsewhere)).status, 201);
  const visitor = uploadHalf({ keys: SANDBOX_KEYS, id: other.id });
  const [refused] = (await once(visitor, 'response')) as [IncomingMessage];
  assert.equal(refused.statusCode, 403);
  visitor.destroy();
});

type Disputed = Pick<Awaited<ReturnType<typeof openDispute>>, 'keys' | 'id'>;

/** Sends the beginning of an upload, and never its end. */
function uploadHalf({ keys, id }: Disputed): ClientRequest {
  const upload = httpRequest(gateway.url + filesOf(id), {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json', 'content-length': 1_000 },
  });
  upload.on('error', () => {});
  upload.write('{');
  return upload;
}

test('members and operators download files at the panel as attachments', async () => {
  const { keys, merchant, id } = await openDispute();
  const member = await signIn(gateway, merchant);
  const operator = await signInOperator(gateway);
  const root = `/api/panel/test/disputes/${id}/files`;
  const sent = await fetch(`${gateway.url}${root}?name=entrega.png`, {
    method: 'POST',
    headers: { cookie: member.cookie(), 'content-type': 'image/png', origin: gateway.url },
    body: FILES.png,
  });
  assert.equal(sent.status, 201);
  const [file] = await list(keys, id);
  assert.ok(file);
  for (const [session, path] of [
    [member, root],
    [operator, `/api/operator/disputes/${id}/files`],
  ] as const) {
    const read = await session.call<{ data: StoredFile[] }>('GET', path);
    assert.deepEqual(read.body.data, [file], read.text);
    const headers = { cookie: session.cookie() };
    const response: Response = await fetch(`${gateway.url}${path}/${file.id}`, { headers });
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), FILES.png);
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; /);
  }
  const stranger = await signIn(gateway, (await createMerchantWithKeys(gateway)).merchant);
  assert.equal((await stranger.call('GET', `${root}/${file.id}`)).status, 404);
  assert.equal((await stranger.call('DELETE', `${root}/${file.id}`)).status, 404);
  const removed = await member.call('DELETE', `${root}/${file.id}`);
  assert.deepEqual([removed.status, removed.body.data], [200, []]);
});

test('files are deleted after their retention, and younger ones stay', async () => {
  const { keys, merchant, id } = await openDispute();
  const old = await add(keys, id);
  gateway.clock.advance(10 * DAY_MS);
  const young = await add(keys, id, { content: FILES.png });
  const { clock, database } = gateway.appContext;
  const bucket = await database.buckets.ofMerchant(merchant.merchantId);
  await expireFiles({ database: bucket, clock }, 11);
  assert.deepEqual(await list(keys, id), [old.body, young.body]);
  await expireFiles({ database: bucket, clock }, 5);
  assert.deepEqual(await list(keys, id), [young.body]);
});
