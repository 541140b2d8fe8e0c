import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createId } from '#src/ground/ids.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { clock } = gateway;
const operator = await signInOperator(gateway);
const PATH = '/api/operator/incidents';
const ENGLISH = { 'accept-language': 'en' };

const INCIDENT = {
  title: 'Webhooks atrasados',
  title_en: 'Webhooks are late',
  parts: ['api', 'webhooks'],
  impact: 'degraded',
  message: 'As entregas estão atrasadas. Nenhum aviso se perde.',
  message_en: 'Deliveries are late. No event is lost.',
};

interface Incident {
  readonly id: string;
  readonly resolved_at: string | null;
  readonly updates: { readonly stage: string; readonly message: string; readonly author: string }[];
}

async function readPage(headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${gateway.url}/status`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function open(body: object = INCIDENT): Promise<Incident> {
  const { status, body: incident, text } = await operator.call<Incident>('POST', PATH, { body });
  assert.equal(status, 201, text);
  return incident;
}

async function tell(id: string, body: object): Promise<Incident> {
  const answer = await operator.call<Incident>('POST', `${PATH}/${id}/updates`, { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const resolved = { stage: 'resolved', message: 'As entregas voltaram ao normal.' };

test('anybody reads the state of the services in Portuguese and in English', async () => {
  // As a worker does while it runs.
  await gateway.sql(`insert into worker_processes (worker_id, seen_at) values ('teste', now())`);
  const portuguese = await readPage();
  assert.equal(portuguese.status, 200);
  assert.equal(portuguese.headers.get('content-language'), 'pt-BR');
  for (const words of ['Situação dos serviços', 'Tudo funcionando', 'Recebimentos', 'Saques']) {
    assert.ok(portuguese.text.includes(words), words);
  }
  // Without a bank production is not measured.
  assert.ok(portuguese.text.includes('A produção ainda não foi ligada nesta plataforma.'));
  assert.ok(portuguese.text.includes('Nenhum incidente encerrado nos últimos 90 dias.'));
  const english = await readPage(ENGLISH);
  assert.equal(english.headers.get('content-language'), 'en');
  assert.ok(english.text.includes('Everything works'));
  assert.match(String(portuguese.headers.get('content-security-policy')), /default-src 'none'/);
});

test('failed requests, a backlog of webhooks and a missing worker change the state', async () => {
  clock.advance(60_000);
  await gateway.sql(
    `insert into webhook_deliveries (merchant_id, environment, event_id, id, url, status,
       undelivered, next_attempt_at, created_at)
     select merchant_id, 'live', $2, $2, 'https://exemplo.com.br', 'pending', 'new', $1, $1
       from merchants limit 1`,
    [new Date(clock.now() - 5 * 60_000), createId(clock.now() - 5 * 60_000)],
  );
  const late = await readPage();
  assert.ok(late.text.includes('A entrega mais antiga da fila espera há 5 minutos.'));
  assert.ok(late.text.includes('Funcionando com lentidão ou falhas'));
  await gateway.sql('delete from webhook_deliveries');
  await gateway.sql('delete from worker_processes');
  clock.advance(60_000);
  const stopped = await readPage();
  assert.ok(stopped.text.includes('Há um serviço fora do ar'));
  assert.ok(stopped.text.includes('As entregas esperam na fila.'));
});

test('an incident is told with each update, and ends when an operator resolves it', async () => {
  const { id, updates } = await open();
  assert.deepEqual(
    updates.map(({ stage, author }) => [stage, author]),
    [['investigating', operator.email]],
  );
  const opened = await readPage();
  assert.ok(opened.text.includes('Incidentes em andamento'));
  assert.ok(opened.text.includes(INCIDENT.title) && opened.text.includes(INCIDENT.message));
  assert.ok(!opened.text.includes(operator.email));
  assert.ok(opened.text.includes('Veja o incidente em andamento'));
  await tell(id, { stage: 'identified', message: 'Um disco encheu.', impact: 'none' });
  const english = await readPage(ENGLISH);
  assert.ok(english.text.includes(INCIDENT.message_en));
  // Without an English text the Portuguese one is marked as such.
  assert.ok(english.text.includes('<p class="message" lang="pt-BR">Um disco encheu.</p>'));
  const done = await tell(id, resolved);
  assert.notEqual(done.resolved_at, null);
  const ended = await readPage();
  assert.ok(!ended.text.includes('Incidentes em andamento'));
  assert.ok(ended.text.includes(resolved.message));
  const again = await operator.call('POST', `${PATH}/${id}/updates`, { body: resolved });
  assert.deepEqual([again.status, again.body.code], [409, 'incident_resolved']);
  const rows = await gateway.sql(
    `select action, actor_name from audit_log where subject = $1 order by id`,
    [id],
  );
  assert.deepEqual(
    rows.map(({ action, actor_name: by }) => [action, by]),
    ['incident.opened', 'incident.updated', 'incident.resolved'].map((action) => [
      action,
      operator.email,
    ]),
  );
});

test('a resolved incident leaves the page after 90 days', async () => {
  const { id } = await open({ ...INCIDENT, title: 'Incidente velho' });
  await tell(id, resolved);
  assert.ok((await readPage()).text.includes('Incidente velho'));
  await gateway.sql(
    `update incidents set opened_at = opened_at - interval '91 days',
       resolved_at = resolved_at - interval '91 days' where id = $1`,
    [id],
  );
  clock.advance(16_000);
  assert.ok(!(await readPage()).text.includes('Incidente velho'));
  const { body } = await operator.call<{ data: Incident[] }>('GET', PATH);
  assert.ok(body.data.some((incident) => incident.id === id));
});

test('the members of a merchant read the open incidents, and no author', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const member = await signIn(gateway, merchant);
  const empty = await member.call('GET', '/api/panel/incidents');
  assert.deepEqual([empty.status, empty.body], [200, { data: [] }]);
  const { id } = await open();
  const { body, text } = await member.call<{ data: Incident[] }>('GET', '/api/panel/incidents');
  assert.deepEqual(
    body.data.map((incident) => incident.id),
    [id],
  );
  assert.ok(!text.includes(operator.email));
  await tell(id, resolved);
  const after = await member.call('GET', '/api/panel/incidents');
  assert.deepEqual(after.body, { data: [] });
});

test('what an operator writes is shown as text, and bad input names each field', async () => {
  const { id } = await open({ ...INCIDENT, title: '<script>alert(1)</script>' });
  const page = await readPage();
  assert.ok(page.text.includes('&lt;script&gt;') && !page.text.includes('<script>'));
  await tell(id, resolved);
  for (const [body, field] of [
    [{ ...INCIDENT, title: ' ' }, 'title'],
    [{ ...INCIDENT, message: 'x'.repeat(1_001) }, 'message'],
    [{ ...INCIDENT, message_en: '' }, 'message_en'],
    [{ ...INCIDENT, parts: [] }, 'parts'],
    [{ ...INCIDENT, parts: ['tudo'] }, 'parts.0'],
    [{ ...INCIDENT, impact: 'enorme' }, 'impact'],
  ] as const) {
    const answer = await operator.call<{ code: string; details: { field: string }[] }>(
      'POST',
      PATH,
      { body },
    );
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], field);
    assert.deepEqual(
      answer.body.details.map((detail) => detail.field),
      [field],
    );
  }
  for (const unknown of ['nada', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70']) {
    const read = await operator.call('GET', `${PATH}/${unknown}`);
    assert.deepEqual([read.status, read.body.code], [404, 'incident_not_found']);
    const told = await operator.call('POST', `${PATH}/${unknown}/updates`, { body: resolved });
    assert.deepEqual([told.status, told.body.code], [404, 'incident_not_found']);
  }
});

test('an address that reloads the page without end is refused with a page for people', async () => {
  const visits = await Promise.all(Array.from({ length: 130 }, () => readPage()));
  const refused = visits.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0 && refused.length < visits.length, String(refused.length));
  assert.ok(refused[0]?.text.includes('Muitas visitas'));
  assert.notEqual(refused[0]?.headers.get('retry-after'), null);
});
