import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { parseBrCode } from '../support/parse-br-code.ts';

/** A folder whose `node_modules` has `sdk-node-apis-efi`, which the project doesn't depend on. */
const CLIENTS = process.env.BANK_CLIENTS ?? join(import.meta.dirname, '../../..');
const PYTHON = process.env.SDK_PYTHON ?? 'python3';
const PROGRAMS = join(import.meta.dirname, 'clients');
const DUE_IN_DAYS = 20;
const run = promisify(execFile);

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

/** The facts that the program prints after it has driven a new bank of Efí's dialect. */
async function drive(context: TestContext, command: readonly string[]) {
  const bank = await startBankSimulator({ dialect: 'efi' });
  context.after(() => bank.stop());
  const folder = mkdtempSync(join(tmpdir(), 'bank-client-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const [authority, pkcs12, pem] = ['authority.pem', 'client.p12', 'client.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const { cert, key } = bank.clientCertificate;
  writeFileSync(authority, bank.authority);
  writeFileSync(pkcs12, bank.clientPkcs12);
  writeFileSync(pem, cert + key);
  const [program = '', ...words] = command;
  const { stdout } = await run(program, words, {
    env: {
      ...process.env,
      BANK_URL: bank.url,
      CONTROL_URL: bank.controlUrl,
      CLIENTS,
      CLIENT_ID: bank.clientId,
      CLIENT_SECRET: bank.clientSecret,
      CERTIFICATE: program === PYTHON ? pem : pkcs12,
      NODE_EXTRA_CA_CERTS: authority,
      REQUESTS_CA_BUNDLE: authority,
      PIX_KEY: bank.pixKey,
      DUE_DATE: addDays(brazilianDayOf(Date.now()), DUE_IN_DAYS),
    },
  });
  return { bank, facts: JSON.parse(stdout) };
}

for (const { name, skip, command } of REAL_CLIENTS) {
  test(`${name} drives the bank simulator from end to end`, { skip }, async (context) => {
    const { bank, facts } = await drive(context, command);
    const { charge, ...rest } = facts;
    assert.equal(parseBrCode(charge).kind, 'dynamic');
    assert.deepEqual(rest, {
      immediate: 'ATIVA',
      changed: '11.00',
      refund: '4.00',
      refunded: 'D1',
      received: '11.00',
      charges: 2,
      due: 'ATIVA',
      revision: 1,
      dueCharges: 1,
      original: '200.00',
      lot: 'CRIADA',
      lots: 1,
      location: 'cob',
      image: 'data:image/',
      freed: true,
      locations: 5,
      webhook: 'https://127.0.0.1:9/aviso',
      webhooks: 1,
      payments: 1,
      missing: 'cobranca_nao_encontrada',
    });
    const refused = bank.requestLog.entries().filter(({ status = 0 }) => status >= 400);
    assert.equal(refused.length, 1);
  });
}
