import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, type TestContext, test } from 'node:test';
import { createMerchantWithKeys, type Keys, startGateway, until } from '../support/gateway.ts';
import { freePort } from '../support/gateway-process.ts';
import {
  LANGUAGES,
  type LanguageName,
  onlyBlock,
  programFolder,
  runProgram,
  startProgram,
  withValues,
} from '../support/guide-programs.ts';
import { assertPassesExam, secretFor } from '../support/webhook-exam.ts';

const gateway = await startGateway({ after });
const requests = programFolder({ after });
const DAY_MS = 86_400_000;

/** Makes a test of a recipe for each language in which the page has it. */
function testRecipe(
  what: string,
  page: string,
  languages: readonly LanguageName[],
  story: (recipe: Recipe) => Promise<void>,
): void {
  for (const language of languages) {
    const { skip } = LANGUAGES[language];
    // Removed after all programs have ended: a program that still writes would prevent it.
    const folder = programFolder({ after });
    test(`${what}: ${language}`, { skip: skip ?? false }, async (context) => {
      const { keys } = await createMerchantWithKeys(gateway);
      const { code } = onlyBlock(`docs/guia/receitas/${page}.md`, language);
      await story({ context, language, keys, folder, code });
    });
  }
}

interface Recipe {
  readonly context: TestContext;
  readonly language: LanguageName;
  readonly keys: Keys;
  readonly folder: string;
  readonly code: string;
}

/** The program of a recipe for this gateway. Each further replacement must apply. */
function programOf({ code, keys }: Recipe, others: Readonly<Record<string, string>> = {}): string {
  for (const text of Object.keys(others)) assert.ok(code.includes(text), `the recipe has ${text}`);
  return withValues(code, { url: gateway.url, keys, others });
}

function idIn(text: string): string {
  return /\/pagar\/([0-9a-f-]{36})/.exec(text)?.[1] ?? assert.fail(text);
}

async function pay(keys: Keys, id: string): Promise<void> {
  const { status, text } = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(status, 200, text);
}

testRecipe(
  'the shop follows its orders by webhooks, passes the exam, and reads what was lost in the loop',
  'loja',
  ['js', 'python'],
  async (recipe) => {
    const { context, folder, keys, language } = recipe;
    const port = await freePort();
    const shop = `http://127.0.0.1:${port}`;
    const secret = await secretFor(gateway, keys, `${shop}/webhooks`);
    const values = { '4000': String(port), whsec_sandbox_publico: secret };
    const start = async (others: Readonly<Record<string, string>> = {}) => {
      const program = programOf(recipe, { ...values, ...others });
      const server = startProgram(context, folder, language, program);
      await until('the shop listens', () => fetch(`${shop}/pedidos/1`).catch(() => undefined));
      return server;
    };
    const server = await start();
    const { code } = onlyBlock('docs/guia/receitas/loja.md', 'sh');
    const order = async () => {
      const request = code.replace('4000', String(port));
      const { id, payment_url } = JSON.parse(await runProgram(requests, 'sh', request));
      return { id: String(id), charge: idIn(payment_url) };
    };
    const isShown = ({ id }: { readonly id: string }, status: string, refunded = 0) =>
      until(`order ${id} is ${status}`, async () => {
        // The shop may end a connection that fetch would use again.
        const answer = await fetch(`${shop}/pedidos/${id}`).catch(() => undefined);
        const shown = Object(await answer?.json());
        return shown.status === status && shown.refunded === refunded;
      });
    const refund = (charge: string, body: object) =>
      gateway.call('POST', `/v1/transactions/${charge}/refund`, { keys, body });
    const [first, second] = [await order(), await order()];
    // An older event after a newer one changes nothing: the order stays paid.
    await assertPassesExam(gateway, keys, `${shop}/webhooks`, first.charge);
    await isShown(first, 'paid');
    await pay(keys, second.charge);
    await isShown(second, 'paid');
    await pay(keys, first.charge);
    for (const [amount, refunded, status] of [
      [5_000, 5_000, 'partially_refunded'],
      [4_990, 9_990, 'refunded'],
    ] as const) {
      await refund(second.charge, { amount });
      gateway.clock.advance(60_000);
      await isShown(second, status, refunded);
    }
    const third = await order();
    await server.stop();
    await pay(keys, third.charge);
    await start(language === 'js' ? { '60_000': '100' } : { 'sleep(60)': 'sleep(0.1)' });
    await isShown(third, 'paid');
  },
);

for (const username of ['vendedor', 'afiliado']) {
  await createMerchantWithKeys(gateway, 'test', username);
}

testRecipe(
  'the marketplace divides a sale as the preview says, and gives it back',
  'marketplace',
  ['js', 'python'],
  async (recipe) => {
    const printed = await runProgram(recipe.folder, recipe.language, programOf(recipe));
    const lines = ['vendedor 17600', 'afiliado 400', 'voce 1653 tarifa 347', 'paid'];
    assert.deepEqual(printed.split('\n'), [...lines, 'devolvido 20000']);
  },
);

testRecipe(
  'a subscription is charged once a month, renewed by its payment and suspended without it',
  'assinatura',
  ['js', 'python'],
  async (recipe) => {
    const { keys, folder, language } = recipe;
    const run = async () => (await runProgram(folder, language, programOf(recipe))).split('\n');
    await run();
    const db = new DatabaseSync(join(folder, 'assinaturas.db'));
    const insert = db.prepare(
      `insert into subscriptions (name, document, email, amount, due_day)
       values ('Ana Souza', '52998224725', ?, 4990, 1) returning id`,
    );
    const [ana, rui] = ['ana', 'rui'].map((name) => insert.get(`${name}@example.com`)?.id);
    const first = await run();
    assert.match(String(first[0]), /^ana@example\.com http/);
    const neverPaid = [`${ana} active nunca`, `${rui} active nunca`];
    assert.deepEqual(first.slice(2), neverPaid);
    assert.deepEqual(await run(), neverPaid);
    await pay(keys, idIn(String(first[0])));
    const [paid, waiting] = await run();
    assert.match(String(paid), new RegExp(`^${ana} active \\d{4}-\\d{2}$`));
    assert.equal(waiting, `${rui} active nunca`);
    gateway.clock.advance(6 * DAY_MS);
    const late = idIn(String(first[1]));
    await until('the other charge expires', async () => {
      const { body } = await gateway.call('GET', `/v1/transactions/${late}`, { keys });
      return body.status === 'expired';
    });
    assert.deepEqual(await run(), [paid, `${rui} suspended nunca`]);
    db.close();
  },
);

testRecipe(
  'a donation goes to the payment page once, and counts when it is paid',
  'doacao',
  ['js', 'php'],
  async (recipe) => {
    const { context, folder, keys, language } = recipe;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const others = { '4000': String(port) };
    const flags = language === 'php' ? ['-S', `127.0.0.1:${port}`] : [];
    startProgram(context, folder, language, programOf(recipe, others), { flags });
    const page = async () => (await fetch(url)).text();
    assert.match(await until('it listens', () => page().catch(() => undefined)), /R\$ 0,00/);
    const key = /name="key" value="([^"]+)"/.exec(await page())?.[1] ?? '';
    const send = (fields: Readonly<Record<string, string>>) =>
      fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
    const fields = { key, amount: '1.025,5', name: 'Ana <b>', document: '52998224725' };
    const [first, again] = [await send(fields), await send(fields)];
    assert.equal(first.status, 303);
    assert.equal(again.headers.get('location'), first.headers.get('location'));
    await pay(keys, idIn(String(first.headers.get('location'))));
    assert.match(await page(), /R\$ 1\.025,50/);
    const refused = await send({ ...fields, key: `${key}-2`, document: '123' });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /<p role="alert">Há campos inválidos/);
  },
);

testRecipe(
  'the till says PAGO when the charge is paid, and cancels it when it is interrupted',
  'ponto-de-venda',
  ['js', 'python'],
  async (recipe) => {
    const { context, folder, keys, language } = recipe;
    const open = async () => {
      const args = ['25,90'];
      const till = startProgram(context, folder, language, programOf(recipe), { args });
      await until('the till shows a code', async () => till.output().includes('000201'));
      return till;
    };
    const endOf = async (till: Awaited<ReturnType<typeof open>>) => {
      if (till.child.exitCode === null) await once(till.child, 'exit');
      return [till.output().trim().split('\n').at(-1), till.child.exitCode];
    };
    const paid = await open();
    const { body } = await gateway.call('GET', `/v1/transactions/${idIn(paid.output())}`, { keys });
    assert.equal(body.amount, 2_590);
    await pay(keys, idIn(paid.output()));
    assert.deepEqual(await endOf(paid), ['PAGO', 0]);
    const left = await open();
    left.child.kill('SIGINT');
    assert.deepEqual(await endOf(left), ['CANCELADO', 1]);
    const canceled = await gateway.call('GET', `/v1/transactions/${idIn(left.output())}`, { keys });
    assert.equal(canceled.body.status, 'canceled');
  },
);
