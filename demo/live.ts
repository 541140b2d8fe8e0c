import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Live money from end to end, with the bank simulator: `npm run demo:live`. Creates a charge with a
 * live key, pays it at the bank, waits until it is booked, and withdraws the money. Then bank and
 * gateway keep running; `npm run demo:live -- --once` ends them.
 */
const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = resolve(process.env.DEMO_FOLDER ?? join(ROOT, 'data/demo'));
const PORT = process.env.PORT ?? '3000';
const BANK_PORT = process.env.BANK_PORT ?? '8443';
const CONTROL_PORT = process.env.BANK_CONTROL_PORT ?? '8444';
/** A busy machine starts a gateway slowly; one that ends is not waited for. */
const READY_TIMEOUT_MS = 180_000;
const LOOK_MS = 100;

const gatewayUrl = `http://localhost:${PORT}`;
const controlUrl = `http://127.0.0.1:${CONTROL_PORT}`;
const certificates = join(FOLDER, 'bank/certificates');
const bankEnv = { BANK_FOLDER: join(FOLDER, 'bank'), BANK_PORT, BANK_CONTROL_PORT: CONTROL_PORT };
const gatewayEnv = {
  PORT,
  DATA_DIR: join(FOLDER, 'gateway'),
  LOG_LEVEL: 'warn',
  PROVIDER: 'efi',
  PROVIDER_ENVIRONMENT: 'homologation',
  PROVIDER_BASE_URL: `https://127.0.0.1:${BANK_PORT}`,
  PROVIDER_CLIENT_ID: 'Client_Id_simulador',
  PROVIDER_CLIENT_SECRET: 'Client_Secret_simulador',
  PROVIDER_CERTIFICATE: join(certificates, 'client.crt'),
  PROVIDER_CERTIFICATE_KEY: join(certificates, 'client.key'),
  PROVIDER_CA: join(certificates, 'authority.crt'),
  PROVIDER_PIX_KEY: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  PROVIDER_CALLBACK_SECRET: 'segredo-desta-demonstracao',
  OPERATOR_EMAIL: 'operador@example.com',
  OPERATOR_PASSWORD: 'operador-da-demonstracao',
};
const children: ChildProcess[] = [];

function start(script: string, env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, script)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', openSync(join(FOLDER, 'stderr.log'), 'a')],
  });
  children.push(child);
  return child;
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await pause(LOOK_MS);
  }
  throw new Error(`${url} não respondeu; veja ${join(FOLDER, 'stderr.log')}`);
}

function command(...words: string[]): Record<string, string> {
  const text = execFileSync(
    process.execPath,
    [join(ROOT, 'gateway/src/cli.ts'), ...words, '--json'],
    {
      env: { ...process.env, ...gatewayEnv },
      encoding: 'utf8',
    },
  );
  return JSON.parse(text);
}

async function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: object },
): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

async function paid(id: unknown, headers: object): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await ask(`${gatewayUrl}/v1/transactions/${id}`, { headers });
    if (found.status !== 'pending') return found;
    await pause(LOOK_MS);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function run(): Promise<void> {
  mkdirSync(gatewayEnv.DATA_DIR, { recursive: true });
  say('1. O banco e o gateway sobem.');
  const bank = start('bank-simulator/src/main.ts', bankEnv);
  await ready(bank, `${controlUrl}/control/state`);
  const gateway = start('gateway/src/main.ts', gatewayEnv);
  await ready(gateway, `${gatewayUrl}/readyz`);
  say('2. O gateway registra no banco o endereço dos avisos.');
  command('bank', 'webhook', 'register');
  say('3. Uma loja aprovada recebe uma chave de produção.');
  const username = `loja-${Date.now().toString(36)}`;
  const shop = ['--username', username, '--name', 'Loja', '--document', '11222333000181'];
  command('merchant', 'create', ...shop, '--approve');
  const live = ['--merchant', username, '--environment', 'live', '--name', 'site'];
  const pair = command('credential', 'create', ...live);
  const headers = { 'client-id': pair.client_id, 'client-secret': pair.client_secret };
  const charge = await ask(`${gatewayUrl}/v1/pix/qrcode`, {
    ...{ method: 'POST', headers },
    body: { amount: 10_000, payer: { name: 'Maria Silva', document: '12345678909' } },
  });
  say(`4. A cobrança está registrada no banco:\n   ${charge.qrcode}`);
  const code = String(charge.qrcode);
  await ask(`${controlUrl}/control/pay`, { method: 'POST', body: { code } });
  const received = await paid(charge.internal_id, headers);
  say(`5. Paga no banco, avisada, conferida e lançada: ${received.end_to_end_id}`);
  const payout = await ask(`${gatewayUrl}/v1/pix/payout`, {
    ...{ method: 'POST', headers },
    body: {
      ...{ amount: 5_000, pix_key: 'ana@example.com', pix_key_type: 'email' },
      beneficiary: { name: 'Ana Souza', document: '52998224725' },
    },
  });
  const sent = await paid(payout.internal_id, headers);
  say(`6. O saque saiu pelo banco: ${sent.status}, ${sent.end_to_end_id}`);
  const balance = await ask(`${gatewayUrl}/v1/balance`, { headers });
  say(`7. Saldo da loja: ${balance.available} centavos. Conferência do livro:`);
  const report = command('ledger', 'verify');
  say(`   ${JSON.stringify(report).slice(0, 100)}…`);
}

async function end(): Promise<void> {
  for (const child of children.toReversed()) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

try {
  await run();
} catch (error) {
  await end();
  throw error;
}
if (process.argv.includes('--once')) {
  await end();
} else {
  const { OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password } = gatewayEnv;
  say(`
Tudo continua no ar; Ctrl+C encerra.

  painel do operador   ${gatewayUrl}  (${email} / ${password})
  página do banco      ${controlUrl}  (pague códigos, ligue falhas)
  dados                ${FOLDER}
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
}
