import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dropUnconfirmed } from '#src/charges/batches/drop-unconfirmed.ts';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { csvRows } from '../support/csv-rows.ts';
import { createMerchantWithKeys, until } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const PATH = '/api/panel/test/charge-batches';
const HEADER = 'pagador;documento;e-mail;valor;vencimento;parcelas;multa;referência';
const DUE = brazilianDate(addDays(brazilianDayOf(gateway.clock.now()), 20));
const ANA = `Ana Lima;529.982.247-25;ana@exemplo.com.br;150,00;${DUE};3;2%;aluno-7`;
const BRUNO = `Bruno Sá;529.982.247-25;;1.234,56;${DUE};;;pedido-8`;

interface Line {
  readonly line: number;
  readonly installment: number;
  readonly status: string;
  readonly name: string;
  readonly amount: number | null;
  readonly rules: readonly string[];
  readonly charge: { readonly id: string; readonly status: string } | null;
  readonly refusal: {
    readonly code: string;
    readonly fields: readonly { readonly field: string; readonly message: string }[];
  } | null;
  readonly typed: Readonly<Record<string, string>> | null;
}
interface Batch extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
}

interface Preview extends Record<string, unknown> {
  readonly rows: readonly (readonly string[])[];
}

async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  return { merchant, keys, session: await signIn(gateway, merchant) };
}

function upload(session: PanelSession, rows: readonly string[], replaces?: string) {
  const content = Buffer.from([HEADER, ...rows].join('\r\n')).toString('base64');
  const body = { file_name: 'turma.csv', content, ...(replaces && { replaces }) };
  return session.call<Batch>('POST', PATH, { body });
}

async function check(session: PanelSession, ...rows: string[]): Promise<Batch> {
  const answer = await upload(session, rows);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function linesOf(session: PanelSession, { id }: Batch, query = ''): Promise<readonly Line[]> {
  const answer = await session.call<{ data: Line[] }>('GET', `${PATH}/${id}/lines${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

async function download(session: PanelSession, path: string) {
  const answer = await fetch(gateway.url + path, { headers: { cookie: session.cookie() } });
  assert.equal(answer.status, 200, path);
  const disposition = String(answer.headers.get('content-disposition'));
  return { content: Buffer.from(await answer.arrayBuffer()), disposition };
}

function completed(session: PanelSession, { id }: Batch): Promise<Batch> {
  return until('the batch is completed', async () => {
    const { body } = await session.call<Batch>('GET', `${PATH}/${id}`);
    return body.status === 'completed' ? body : undefined;
  });
}

test('a file is checked first, and its confirmation makes its charges, monthly for instalments', async () => {
  const { merchant, keys, session } = await openShop();
  const batch = await check(session, ANA, BRUNO);
  assert.deepEqual(
    [batch.status, batch.count, batch.invalid_count, batch.amount, batch.file_name],
    ['checked', 4, 0, 3 * 15_000 + 123_456, 'turma.csv'],
  );
  const before = await gateway.call<{ data: unknown[] }>('GET', '/v1/transactions', { keys });
  assert.equal(before.body.data.length, 0, 'nothing is created before the confirmation');
  const confirmed = await session.call<Batch>('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  assert.equal(confirmed.body.status, 'processing', confirmed.text);
  const done = await completed(session, batch);
  assert.deepEqual([done.created_count, done.refused_count], [4, 0]);
  const again = await session.call<Batch>('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  assert.equal(again.body.status, 'completed', 'a second confirmation changes nothing');
  const lines = await linesOf(session, batch);
  assert.deepEqual(
    lines.map(({ line, installment, name, charge }) => [line, installment, name, charge?.status]),
    [
      [2, 1, 'Ana Lima', 'pending'],
      [2, 2, 'Ana Lima', 'pending'],
      [2, 3, 'Ana Lima', 'pending'],
      [3, 1, 'Bruno Sá', 'pending'],
    ],
  );
  const { body } = await gateway.call('GET', `/v1/transactions/${lines[0]?.charge?.id}`, { keys });
  assert.deepEqual([body.client_id, body.external_id], [null, 'aluno-7-1']);
  const [entry, ...others] = await gateway.sql(
    `select action, details from audit_log where merchant_id = $1 and action like 'charge%'`,
    [merchant.merchantId],
  );
  assert.equal(entry?.action, 'charge_batch.confirmed');
  assert.equal(others.length, 0, 'one entry for all charges');
});

test('a line with errors is named by its columns and corrected in place', async () => {
  const { session } = await openShop();
  const wrong = `Caio;123;não é e-mail;dez;${DUE};;;`;
  const batch = await check(session, wrong, BRUNO);
  assert.deepEqual([batch.count, batch.invalid_count], [2, 1]);
  const [unread] = await linesOf(session, batch, '?status=refused');
  assert.deepEqual(
    unread?.refusal?.fields.map(({ field }) => field),
    ['amount'],
  );
  assert.equal(unread?.typed?.amount, 'dez');
  const early = await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  assert.equal(early.body.code, 'charge_batch_has_errors', early.text);
  const correct = (body: object) =>
    session.call<{ batch: Batch; lines: Line[] }>('POST', `${PATH}/${batch.id}/lines/2`, { body });
  const second = await correct({ amount: ' 10,00 ' });
  assert.deepEqual(second.body.lines[0]?.refusal?.fields.map(({ field }) => field).toSorted(), [
    'document',
    'email',
  ]);
  const third = await correct({ document: '52998224725', email: '', installments: '2' });
  assert.equal(third.body.lines[0]?.refusal, null, third.text);
  assert.deepEqual(
    [third.body.batch.count, third.body.batch.invalid_count, third.body.batch.amount],
    [3, 0, 2 * 1_000 + 123_456],
  );
  await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  const late = await correct({ amount: '20,00' });
  assert.match(late.text, /charge_batch_not_correctable/);
  assert.equal((await completed(session, batch)).created_count, 3);
});

test('a checked line says its rules as they were understood', async () => {
  const { session } = await openShop();
  const header = 'pagador;documento;valor;vencimento;multa;juros ao mês;desconto';
  const row = `Ana;529.982.247-25;100,00;${DUE};2%;12% ao ano;R$ 5`;
  const content = Buffer.from(`${header}\n${row}`).toString('base64');
  const body = { file_name: 'regras.csv', content };
  const batch = await session.call<Batch>('POST', PATH, { body });
  const [line] = await linesOf(session, batch.body);
  assert.deepEqual(line?.rules, [
    `Desconto de R$ 5,00 até ${DUE}.`,
    'Depois do vencimento, multa de 2%.',
    'Depois do vencimento, juros de 12% ao ano.',
  ]);
  const [unread] = await linesOf(session, await check(session, `Caio;123;;dez;${DUE};;;`));
  assert.deepEqual(unread?.rules, []);
});

test('the lines without errors alone are created when the member says so', async () => {
  const { merchant, session } = await openShop();
  const batch = await check(session, `Caio;123;;1,00;${DUE};;;`, BRUNO);
  const body = { only_valid: true };
  await session.call('POST', `${PATH}/${batch.id}/confirm`, { body });
  const done = await completed(session, batch);
  assert.deepEqual([done.created_count, done.refused_count], [1, 1]);
  const [refused] = await linesOf(session, batch, '?status=refused');
  assert.deepEqual([refused?.name, refused?.typed], ['', null], 'its payer is forgotten');
  const kept = await gateway.sql(
    `select from charge_batch_lines where merchant_id = $1 and content is not null`,
    [merchant.merchantId],
  );
  assert.equal(kept.length, 0);
});

test('the result has the code and the link of each charge, and the carnê has its slips', async () => {
  const { session } = await openShop();
  const batch = await check(session, ANA, `Caio;123;;1,00;${DUE};;;`);
  await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: { only_valid: true } });
  await completed(session, batch);
  const { content } = await download(session, `${PATH}/${batch.id}/resultado.csv`);
  const [header, ...rows] = csvRows(content);
  assert.equal(header?.at(-2), 'link de pagamento');
  assert.deepEqual(
    rows.map((row) => [row[0], row[1], row[2], row[4], row[6]]),
    [
      ['2', '1', 'pendente', 'Ana Lima', '150,00'],
      ['2', '2', 'pendente', 'Ana Lima', '150,00'],
      ['2', '3', 'pendente', 'Ana Lima', '150,00'],
      ['3', '1', 'recusada', '', '1,00'],
    ],
  );
  const [first, , , refused] = rows;
  assert.match(String(first?.at(-1)), /^000201/);
  assert.match(String(first?.at(-2)), /\/pagar\/[0-9a-f-]{36}$/);
  assert.match(String(refused?.[3]), /document/);
  const carne = await download(session, `${PATH}/${batch.id}/carne.pdf`);
  assert.match(carne.disposition, /filename="carne-turma\.pdf"/);
  for (const number of ['1/3', '2/3', '3/3']) {
    assert.ok(pdfTexts(carne.content).includes(number), number);
  }
});

test('a file that is not confirmed is deleted by its member, by its correction and after 24 hours', async () => {
  const { merchant, session } = await openShop();
  const count = async () =>
    (
      await gateway.sql('select from charge_batch_lines where merchant_id = $1', [
        merchant.merchantId,
      ])
    ).length;
  const first = await check(session, BRUNO);
  const discarded = await session.call('POST', `${PATH}/${first.id}/discard`);
  assert.equal(discarded.status, 200, discarded.text);
  assert.equal(await count(), 0);
  const second = await check(session, BRUNO);
  const third = await upload(session, [ANA], second.id);
  assert.equal(third.status, 201, third.text);
  assert.equal(await count(), 3, 'the lines of the file that took its place');
  await gateway.sql(
    `update charge_batches set created_at = created_at - interval '25 hours'
    where merchant_id = $1`,
    [merchant.merchantId],
  );
  const { database, clock } = gateway.appContext;
  for (const bucket of database.buckets.all()) await dropUnconfirmed({ database: bucket, clock });
  assert.equal(await count(), 0);
});

test('the template of the panel has no errors', async () => {
  const { session } = await openShop();
  const template = await download(session, '/api/panel/test/charge-batch-template.csv');
  const content = template.content.toString('base64');
  const body = { file_name: 'modelo.csv', content };
  const batch = await session.call<Batch>('POST', PATH, { body });
  assert.deepEqual([batch.body.count, batch.body.invalid_count], [13, 0], batch.text);
});

test('a batch of another shop is not found, and a file without its columns is refused', async () => {
  const { session } = await openShop();
  const { session: stranger } = await openShop();
  const { id } = await check(session, BRUNO);
  const calls = [
    ['GET', `${PATH}/${id}`],
    ['GET', `${PATH}/${id}/lines`],
    ['GET', `${PATH}/${id}/carne.pdf`],
    ['GET', `${PATH}/${id}/resultado.csv`],
    ['POST', `${PATH}/${id}/lines/2`],
    ['POST', `${PATH}/${id}/confirm`],
    ['POST', `${PATH}/${id}/discard`],
  ] as const;
  for (const [method, path] of calls) {
    const answer = await stranger.call(method, path, method === 'POST' ? { body: {} } : {});
    assert.equal(answer.body.code, 'charge_batch_not_found', `${method} ${path} ${answer.text}`);
  }
  const content = Buffer.from('pagador;valor\nAna;1,00').toString('base64');
  const body = { file_name: 'x.csv', content };
  const refused = await session.call('POST', PATH, { body });
  assert.equal(refused.body.code, 'charge_file_invalid', refused.text);
});

test('a file is previewed, and checked by the columns that a person chose', async () => {
  const { session } = await openShop();
  const rows = [
    'Nome;CPF;Cliente;A pagar;Data limite',
    ...[1, 2, 3, 4].map((day) => `7${day};529.982.247-25;Ana;1${day},00;${DUE}`),
  ];
  const content = Buffer.from(rows.join('\n')).toString('base64');
  const preview = '/api/panel/test/charge-batch-columns';
  const read = await session.call<Preview>('POST', preview, { body: { content } });
  assert.equal(read.status, 200, read.text);
  const { headings, rows: first, columns, required } = read.body;
  assert.deepEqual(headings, ['Nome', 'CPF', 'Cliente', 'A pagar', 'Data limite']);
  assert.deepEqual(first[0], ['71', '529.982.247-25', 'Ana', '11,00', DUE]);
  assert.equal(first.length, 3);
  assert.deepEqual(columns, { name: 0, document: 1 });
  assert.deepEqual(required, [['name'], ['document'], ['amount'], ['due_date']]);
  const send = (chosen: object) =>
    session.call<Batch>('POST', PATH, {
      body: { file_name: 'turma.csv', content, columns: chosen },
    });
  const missing = await send({ name: 2, document: 1, amount: 3 });
  assert.match(missing.text, /falta a coluna “vencimento”/);
  const beyond = await send({ name: 2, document: 1, amount: 3, due_date: 5 });
  assert.match(beyond.text, /o arquivo não tem a coluna 6/);
  const own = { name: 2, document: 1, amount: 3, due_date: 4, external_id: 0, unknown: 1 };
  const batch = await send(own);
  assert.deepEqual([batch.body.count, batch.body.invalid_count], [4, 0], batch.text);
  const [line] = await linesOf(session, batch.body);
  assert.deepEqual([line?.name, line?.amount], ['Ana', 1_100]);
});
