import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  type BankSimulator,
  startBankSimulator,
} from '../../../bank-simulator/src/bank-simulator.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { parseBrCode } from '../support/parse-br-code.ts';
import { sendTo } from './clients/send-request.ts';

/** A folder whose `node_modules` has `sdk-node-apis-efi`, which the project doesn't depend on. */
const CLIENTS = process.env.BANK_CLIENTS ?? join(import.meta.dirname, '../../..');
const PYTHON = process.env.SDK_PYTHON ?? 'python3';
const PROGRAMS = join(import.meta.dirname, 'clients');
const DUE_IN_DAYS = 20;
const run = promisify(execFile);

/** The Pix key of every merchant in the test environment. */
const TEST_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const FACADE = join(import.meta.dirname, '../../src/api-pix');
const gateway = existsSync(FACADE) ? await startGateway({ after }) : undefined;

/** What the programs print of each part. */
const FACTS = {
  cob: {
    immediate: 'ATIVA',
    changed: '11.00',
    charges: 2,
    missing: 'cobranca_nao_encontrada',
  },
  payment: { refund: '4.00', refunded: 'D1', received: '11.00' },
  cobv: { due: 'ATIVA', revision: 1, dueCharges: 1, original: '200.00' },
  lotecobv: { lot: true, lots: 1 },
  loc: { location: 'cob', freed: true, locations: true },
  image: { image: 'data:image/' },
  webhook: { webhook: 'https://127.0.0.1:9/aviso', webhooks: 1 },
  pix: { payments: 0 },
} as const;

interface RealClient {
  readonly name: string;
  readonly skip: string | false;
  readonly command: readonly string[];
}

const REAL_CLIENTS: readonly RealClient[] = [
  {
    name: "Efí's SDK for Node",
    skip: existsSync(join(CLIENTS, 'node_modules/sdk-node-apis-efi'))
      ? false
      : 'BANK_CLIENTS names no folder with sdk-node-apis-efi',
    command: [process.execPath, join(PROGRAMS, 'efi-node.mjs')],
  },
  {
    name: "Efí's SDK for Python",
    skip: hasPythonModule('efipay') ? false : `${PYTHON} has no efipay`,
    command: [PYTHON, join(PROGRAMS, 'efi_python.py')],
  },
];

function hasPythonModule(name: string): boolean {
  return spawnSync(PYTHON, ['-c', `import ${name}`]).status === 0;
}

/** A server of API Pix in Efí's form. */
interface Server {
  /** `/v2/cob` and `/oauth/token` are below it. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly pixKey: string;
  readonly controlUrl: string;
}

type Part = keyof typeof FACTS;

/** The facts that the program prints after it has driven the parts of a server. */
async function drive(
  context: TestContext,
  {
    command,
    bank,
    server,
    parts,
  }: {
    readonly command: readonly string[];
    /** Whose certificates the client has. */
    readonly bank: BankSimulator;
    readonly server: Server;
    readonly parts: readonly Part[];
  },
): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'bank-client-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const pathOf = (name: string): string => join(folder, name);
  const { cert, key } = bank.clientCertificate;
  writeFileSync(pathOf('authority.pem'), bank.authority);
  writeFileSync(pathOf('client.p12'), bank.clientPkcs12);
  writeFileSync(pathOf('client.pem'), cert + key);
  const [program = '', ...words] = command;
  const { stdout } = await run(program, words, {
    env: {
      ...process.env,
      BANK_URL: server.url,
      CONTROL_URL: server.controlUrl,
      CLIENTS,
      PARTS: parts.join(' '),
      CLIENT_ID: server.clientId,
      CLIENT_SECRET: server.clientSecret,
      CERTIFICATE: pathOf(program === PYTHON ? 'client.pem' : 'client.p12'),
      NODE_EXTRA_CA_CERTS: pathOf('authority.pem'),
      REQUESTS_CA_BUNDLE: pathOf('authority.pem'),
      PIX_KEY: server.pixKey,
      DUE_DATE: addDays(brazilianDayOf(Date.now()), DUE_IN_DAYS),
    },
  });
  const { charge, ...facts } = JSON.parse(stdout);
  assert.equal(parseBrCode(charge).kind, 'dynamic');
  return facts;
}

function factsOf(parts: readonly Part[]): Record<string, unknown> {
  return Object.assign({}, ...parts.map((part) => FACTS[part]));
}

for (const { name, skip, command } of REAL_CLIENTS) {
  test(`${name} drives the bank simulator from end to end`, { skip }, async (context) => {
    const bank = await startBankSimulator({ dialect: 'efi' });
    context.after(() => bank.stop());
    const parts = Object.keys(FACTS) as Part[];
    const facts = await drive(context, { command, bank, server: bank, parts });
    assert.deepEqual(facts, { ...factsOf(parts), payments: 1 });
    const refused = bank.requestLog.entries().filter(({ status = 0 }) => status >= 400);
    assert.equal(refused.length, 1);
  });

  const why = gateway ? skip : 'the gateway has no API Pix';
  test(`${name} drives the API Pix of the gateway`, { skip: why }, async (context) => {
    assert.ok(gateway);
    const bank = await startBankSimulator();
    context.after(() => bank.stop());
    const { keys } = await createMerchantWithKeys(gateway);
    const server: Server = {
      url: `${gateway.url}/pix`,
      clientId: keys['client-id'],
      clientSecret: keys['client-secret'],
      pixKey: TEST_KEY,
      controlUrl: '',
    };
    const parts = await partsOf(server);
    const facts = await drive(context, { command, bank, server, parts });
    const missing = 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado';
    assert.deepEqual(facts, { ...factsOf(parts), missing });
  });
}

/** The parts that a gateway has; nobody pays. Efí's image is an operation of locations. */
async function partsOf({ url, clientId, clientSecret }: Server): Promise<Part[]> {
  const issued = await sendTo(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  });
  const headers = { authorization: `Bearer ${issued.body?.access_token}` };
  const query = 'inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z';
  const parts: Part[] = [];
  for (const part of ['cob', 'cobv', 'lotecobv', 'loc', 'webhook', 'pix'] as const) {
    const sending = { method: 'GET', headers };
    const { status } = await sendTo(`${url}/v2/${part}?${query}`, sending);
    if (status === 200) parts.push(part, ...(part === 'loc' ? (['image'] as const) : []));
  }
  return parts;
}
