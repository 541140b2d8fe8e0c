import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { commandActor } from '../../gateway/src/ground/access/actor.ts';
import { createEndpoint } from '../../gateway/src/webhooks/endpoints/manage-endpoints.ts';
import {
  createMerchantWithKeys,
  type TestGateway,
  until,
} from '../../gateway/test/support/gateway.ts';
import { freePort } from '../../gateway/test/support/gateway-process.ts';
import { assertPassesExam } from '../../gateway/test/support/webhook-exam.ts';
import { outputOf, PHP, PYTHON, SDK, whyNoPhp, whyNoPython } from './support/languages.ts';
import { FOLDER, folderWithSdk } from './support/packed-sdk.ts';

const LARAVEL = join(SDK, 'php/examples/laravel');

interface Example {
  readonly name: string;
  readonly command: () => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The path at which the status of an order is read. */
  readonly statusPath?: (id: string) => string;
  /** Why it can't run on this machine; undefined when it can. */
  readonly skip?: string | undefined;
}

/** An example in the folder where the packed SDK is installed; its framework is linked there. */
function nodeExample(name: string, ...modules: readonly string[]): string {
  const folder = folderWithSdk();
  cpSync(join(SDK, 'typescript/examples', name), join(folder, name), { recursive: true });
  for (const module of modules) {
    const link = join(folder, 'node_modules', module);
    if (!existsSync(link)) symlinkSync(join(SDK, '../node_modules', module), link);
  }
  return join(folder, name);
}

function whyNoModule(...names: readonly string[]): string | undefined {
  const missing = names.filter((name) => outputOf(PYTHON, '-c', `import ${name}`) === undefined);
  return missing.length > 0 ? `${PYTHON} has no ${missing.join(', ')}` : undefined;
}

function pythonExample(name: string, ...modules: readonly string[]): Example {
  return {
    name,
    command: () => [PYTHON, join(SDK, 'python/examples', name.toLowerCase(), 'app.py')],
    env: { PYTHONPATH: join(SDK, 'python/src') },
    skip: whyNoPython() ?? whyNoModule(...modules),
  };
}

function examples(): readonly Example[] {
  const node = process.execPath;
  return [
    {
      name: 'Express',
      command: () => [node, join(nodeExample('express', 'express'), 'server.js')],
    },
    {
      name: 'Fastify',
      command: () => [node, join(nodeExample('fastify', 'fastify'), 'server.js')],
    },
    {
      name: 'Next',
      command: () => [
        node,
        join(import.meta.dirname, 'support/next-server.ts'),
        nodeExample('next'),
      ],
      statusPath: (id) => `/pedidos?id=${id}`,
    },
    pythonExample('FastAPI', 'fastapi', 'uvicorn'),
    pythonExample('Django', 'django'),
    {
      name: 'Laravel',
      command: () => [PHP, '-S', `127.0.0.1:${PORT_MARK}`, join(LARAVEL, 'public/index.php')],
      // Laravel writes its cache there, and not into the project.
      env: { LARAVEL_STORAGE_PATH: mkdtempSync(join(FOLDER, 'laravel-')) },
      skip:
        whyNoPhp() ??
        (existsSync(join(LARAVEL, 'vendor'))
          ? undefined
          : 'composer install has not run in sdk/php/examples/laravel'),
    },
  ];
}

const PORT_MARK = '{port}';

/** Each example charges an order, and the webhook of the payment marks the order as paid. It passes the exam. */
export function testExamples(gateway: TestGateway): void {
  for (const example of examples()) {
    test(
      `the example charges an order and marks it as paid: ${example.name}`,
      {
        skip: example.skip ?? false,
      },
      (context) => runExample(context, gateway, example),
    );
  }
}

async function runExample(context: TestContext, gateway: TestGateway, example: Example) {
  // The examples refuse signatures that are older than five minutes by the machine's clock.
  gateway.clock.set(Date.now());
  const port = await freePort();
  const shop = `http://127.0.0.1:${port}`;
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const owner = {
    merchantId: merchant.merchantId,
    environment: 'test' as const,
    isSandbox: false,
  };
  const endpoint = await createEndpoint(
    { ...gateway.appContext, targetRules: { allowPrivateAddresses: true, allowPlainHttp: true } },
    owner,
    { url: `${shop}/webhooks` },
    commandActor,
  );
  startShop(context, example, {
    PORT: String(port),
    PIX_GATEWAY_URL: gateway.url,
    PIX_CLIENT_ID: keys['client-id'],
    PIX_CLIENT_SECRET: keys['client-secret'],
    PIX_WEBHOOK_SECRET: endpoint.secret,
  });
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(shop + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const forged = { 'x-service-signature': `t=${Math.floor(Date.now() / 1_000)},v1=00` };
  await until(`${example.name} refuses a forged webhook`, async () => {
    const answer = await send('/webhooks', { event: 'deposit.paid' }, forged).catch(() => null);
    return answer?.status === 401;
  });
  const order = { id: '1001', amount: 9990, name: 'Maria Silva', document: '12345678909' };
  for (let click = 0; click < 2; click += 1) {
    const created = await send('/pedidos', order);
    assert.equal(created.status, 201, await created.text());
  }
  const list = await gateway.call<{ data: { internal_id: string }[] }>('GET', '/v1/transactions', {
    keys,
  });
  assert.equal(list.body.data.length, 1, 'the second click created another charge');
  await gateway.call('POST', `/v1/test/charges/${list.body.data[0]?.internal_id}/pay`, { keys });
  const path = (example.statusPath ?? ((id) => `/pedidos/${id}`))(order.id);
  await until(`${example.name} knows that the order is paid`, async () => {
    const answer = await fetch(shop + path);
    return Object(await answer.json()).status === 'pago';
  });
  await assertPassesExam(gateway, keys, `${shop}/webhooks`);
}

function startShop(context: TestContext, { command, env }: Example, settings: object): void {
  const { PORT } = settings as { PORT: string };
  const [program = '', ...args] = command().map((word) => word.replace(PORT_MARK, PORT));
  const child = spawn(program, args, {
    // Its log would hide the results of the tests.
    stdio: 'ignore',
    env: { ...process.env, ...env, ...settings },
  });
  context.after(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
}
