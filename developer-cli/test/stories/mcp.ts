import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { addDays, brazilianDayOf } from '../../../gateway/src/ground/brazilian-days.ts';
import { businessDayFrom } from '../../../gateway/src/ground/business-days.ts';
import { signWebhook } from '../../../gateway/src/webhooks/delivery/sign-webhook.ts';
import type { Cleanup } from '../../../gateway/test/support/cleanup.ts';
import { createMerchantWithKeys, until } from '../../../gateway/test/support/gateway.ts';
import { startWebhookSink } from '../../../gateway/test/support/webhook-sink.ts';
import { tablesOf } from '../../../gateway/tools/markdown.ts';
import { newDeveloper, world } from '../world.ts';

const { gateway, installed } = world;

interface Answer {
  readonly id: number | null;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
}

interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** An agent's side: starts `pix mcp` and calls it over its standard input and output. */
function startMcp(context: Cleanup, env: Readonly<Record<string, string>>, words: string[] = []) {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [installed.command, 'mcp', ...words],
    { env: { PATH: process.env.PATH, ...env } },
  );
  context.after(() => void child.kill());
  const waiting = new Map<number | null, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: Answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const write = (line: string): void => void child.stdin.write(`${line}\n`);
  const request = (method: string, params: object = {}): Promise<Answer> => {
    last += 1;
    const id = last;
    write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const raw = (line: string): Promise<Answer> => {
    write(line);
    return new Promise((resolve) => waiting.set(null, resolve));
  };
  const tool = async (name: string, given: object = {}): Promise<ToolResult> => {
    const { result } = await request('tools/call', { name, arguments: given });
    const [{ text } = { text: '' }] = Object(result).content;
    return { text, isError: Object(result).isError };
  };
  const json = async (name: string, given: object = {}) => {
    const { text, isError } = await tool(name, given);
    assert.equal(isError, false, text);
    return JSON.parse(text);
  };
  const end = async (): Promise<unknown> => {
    child.stdin.end();
    const [exitCode] = await once(child, 'close');
    return exitCode;
  };
  return { request, raw, tool, json, write, end };
}

test('an agent creates, pays, reads and refunds a test charge, and sees its events', async (context) => {
  const developer = await newDeveloper(context);
  const agent = startMcp(context, developer.env);
  const hello = await agent.request('initialize', {
    ...{ protocolVersion: '2025-06-18', capabilities: {} },
    clientInfo: { name: 'test', version: '1' },
  });
  assert.equal(hello.result?.protocolVersion, '2025-06-18');
  agent.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  assert.deepEqual((await agent.request('ping')).result, {});

  const charge = await agent.json('create_test_charge', { amount: 1_990, external_id: 'p-7' });
  assert.ok(charge.payment_url.endsWith(`/pagar/${charge.internal_id}`));
  const id = { internal_id: charge.internal_id };
  await agent.json('pay_test_charge', id);
  assert.equal((await agent.json('get_charge', id)).status, 'paid');
  await agent.json('refund_test_charge', { ...id, amount: 990 });
  const { data: charges } = await agent.json('list_charges', { external_id: 'p-7' });
  assert.deepEqual(
    charges.map((one: { internal_id: string }) => one.internal_id),
    [charge.internal_id],
  );
  const { data: events } = await agent.json('list_events', { resource: charge.internal_id });
  assert.equal(events[0].event, 'deposit.paid');
  assert.equal(await agent.end(), 0);
});

test('an agent creates a test charge with a due date, fine and interest', async (context) => {
  const developer = await newDeveloper(context);
  const agent = startMcp(context, developer.env);
  const dueDate = businessDayFrom(addDays(brazilianDayOf(Date.now()), 10));
  const { due } = await agent.json('create_test_charge', {
    ...{ amount: 1_990, due_date: dueDate, days_after_due: 5 },
    ...{ fine_basis_points: 200, interest_basis_points_per_month: 100 },
  });
  const { due_date: day, days_after_due: days, fine, interest, payable_today: today } = due;
  assert.deepEqual([day, days, today], [dueDate, 5, 1_990]);
  assert.deepEqual(fine, { type: 'percent', value: 200 });
  assert.deepEqual(interest, { mode: 'percent_per_month', value: 100 });
  const wrong = await agent.tool('create_test_charge', { amount: 1_990, due_date: '15/01/2027' });
  assert.deepEqual([wrong.isError, /due_date: deve ter a forma/.test(wrong.text)], [true, true]);
});

test('an agent makes a payout, a subscription and a payment link of the test environment', async (context) => {
  const developer = await newDeveloper(context);
  const agent = startMcp(context, developer.env);
  const { internal_id: charge } = await agent.json('create_test_charge', { amount: 5_000 });
  await agent.json('pay_test_charge', { internal_id: charge });
  const payout = await agent.json('create_test_payout', {
    amount: 1_000,
    pix_key: 'joao@example.com',
    pix_key_type: 'email',
    external_id: 's-1',
  });
  const { data: payouts } = await agent.json('list_payouts', { external_id: 's-1' });
  assert.deepEqual([payouts.length, payouts[0].internal_id], [1, payout.internal_id]);
  assert.equal(
    (await agent.json('get_charge', { internal_id: payout.internal_id })).type,
    'payout',
  );

  const terms = { amount: 2_990, reference: 'contrato-7', description: 'Plano ouro' };
  const { internal_id: id } = await agent.json('create_test_subscription', terms);
  const subscription = { internal_id: id };
  await agent.json('authorize_test_subscription', subscription);
  const found = await agent.json('get_subscription', subscription);
  assert.deepEqual([found.status, Array.isArray(found.cycles)], ['authorized', true]);
  await agent.json('cancel_test_subscription', subscription);
  const { data: ended } = await agent.json('list_subscriptions', { reference: 'contrato-7' });
  assert.deepEqual([ended.length, ended[0].status], [1, 'canceled']);

  const link = await agent.json('create_test_payment_link', { title: 'Doação', amount: 500 });
  const { data: links } = await agent.json('list_payment_links');
  assert.deepEqual([links.length, links[0].url], [1, link.url]);
});

test('an agent sees the deliveries of an event and sends it again', async (context) => {
  const developer = await newDeveloper(context);
  const sink = await startWebhookSink(context);
  const agent = startMcp(context, developer.env);
  const webhook = { keys: developer.keys, body: { url: sink.url } };
  assert.equal((await gateway.call('POST', '/v1/webhook-endpoints', webhook)).status, 201);
  const { internal_id: id } = await agent.json('create_test_charge', { amount: 500 });
  await agent.json('pay_test_charge', { internal_id: id });
  const { data: events } = await agent.json('list_events', { resource: id });
  const event = { event_id: events[0].id };
  const deliveries = () => agent.json('list_deliveries', event);
  await until('the webhook was delivered', async () => (await deliveries()).data.length === 1);
  await agent.json('resend_test_event', event);
  await until('it was sent again', async () => (await deliveries()).data.length === 2);
});

test('an agent searches and reads the guide, and has an error and a signature explained', async (context) => {
  const agent = startMcp(context, { PIX_URL: gateway.url, HOME: '/nonexistent' });
  const { found } = await agent.json('search_guide', { words: 'estorno' });
  assert.ok(found.some((one: { page: string }) => one.page === 'devolucoes'));
  assert.match((await agent.tool('read_guide', { page: 'webhooks' })).text, /^# Webhooks/);
  assert.match((await agent.tool('explain_error', { code: 'rate_limited' })).text, /O que fazer/);
  assert.match((await agent.tool('explain_error', { code: 'keys_missing' })).text, /próprio pix/);
  const missing = await agent.tool('read_guide', { page: 'nada' });
  assert.deepEqual([missing.isError, /search_guide/.test(missing.text)], [true, true]);
  const outside = await agent.tool('read_guide', { page: '../v1/balance' });
  assert.equal(outside.isError, true);

  const [body, secret] = ['{"id":"1","event":"deposit.paid"}', 'whsec_teste'];
  const header = signWebhook({
    body,
    secrets: [secret],
    atSeconds: Math.floor(Date.now() / 1_000),
  });
  assert.equal((await agent.json('check_webhook', { header, body, secret })).valid, true);
  const wrong = await agent.json('check_webhook', { header, body: `${body} `, secret });
  assert.equal(wrong.valid, false);
  assert.match(JSON.stringify(wrong.checks), /espaços ou quebras de linha no fim/);
});

test('with a live key an agent changes nothing, and reads only with --live-reads', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway, 'live');
  const env = {
    ...{ PIX_URL: gateway.url, HOME: '/nonexistent' },
    ...{ PIX_CLIENT_ID: keys['client-id'], PIX_CLIENT_SECRET: keys['client-secret'] },
  };
  const closed = startMcp(context, env);
  const open = startMcp(context, env, ['--live-reads']);
  const refused = await closed.tool('list_charges');
  assert.deepEqual([refused.isError, /--live-reads/.test(refused.text)], [true, true]);
  assert.deepEqual((await open.json('list_charges')).data, []);
  const { result } = await open.request('tools/list');
  const tools = Object(result).tools as { name: string; annotations: { readOnlyHint: boolean } }[];
  const changes = tools.filter(({ annotations }) => !annotations.readOnlyHint);
  assert.ok(changes.length >= 4 && tools.length >= 10);
  const anyId = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72';
  const given: Record<string, object> = {
    create_test_charge: { amount: 100 },
    pay_test_charge: { internal_id: anyId },
    refund_test_charge: { internal_id: anyId, amount: 1 },
    resend_test_event: { event_id: anyId },
    create_test_payout: { amount: 100, pix_key: 'ana@example.com', pix_key_type: 'email' },
    create_test_subscription: { amount: 100, reference: '7', description: 'Plano' },
    authorize_test_subscription: { internal_id: anyId },
    cancel_test_subscription: { internal_id: anyId },
    create_test_payment_link: { title: 'Doação' },
  };
  assert.deepEqual(changes.map(({ name }) => name).sort(), Object.keys(given).sort());
  for (const [name, words] of Object.entries(given)) {
    const answer = await open.tool(name, words);
    assert.deepEqual(
      [answer.isError, /só aceita uma chave de teste/.test(answer.text)],
      [true, true],
    );
  }
});

test('the guide lists every tool and what key it needs', async (context) => {
  const agent = startMcp(context, { PIX_URL: gateway.url, HOME: '/nonexistent' });
  const tools = Object((await agent.request('tools/list')).result).tools as { name: string }[];
  const page = readFileSync(join(import.meta.dirname, '../../../docs/guia/agentes.md'), 'utf8');
  const rows = tablesOf(page).flatMap((table) => table.rows.map(([name = '']) => name));
  assert.deepEqual(
    rows.map((name) => name.replaceAll('`', '')).sort(),
    tools.map(({ name }) => name).sort(),
  );
});

test('wrong arguments, tools, methods and lines get an answer, and the server goes on', async (context) => {
  const developer = await newDeveloper(context);
  const agent = startMcp(context, developer.env);
  const wrong = await agent.tool('create_test_charge', { amount: 1.5, valor: 3 });
  assert.equal(wrong.isError, true);
  assert.match(wrong.text, /amount: deve ser um inteiro/);
  assert.match(wrong.text, /valor: não existe/);
  const refused = await agent.tool('create_test_charge', { amount: 1 });
  assert.match(refused.text, /code: amount_too_small/);
  assert.equal((await agent.request('tools/call', { name: 'rm' })).error?.code, -32_602);
  assert.equal((await agent.request('resources/list')).error?.code, -32_601);
  assert.equal((await agent.raw('nem JSON')).error?.code, -32_700);
  assert.equal((await agent.raw('[]')).error?.code, -32_600);
  const unknown = await agent.request('initialize', { protocolVersion: '1900-01-01' });
  assert.equal(unknown.result?.protocolVersion, '2025-11-25');
});
