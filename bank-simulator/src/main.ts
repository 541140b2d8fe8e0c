import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type BankSimulatorOptions,
  DEVIATIONS,
  type DeviationName,
  startBankSimulator,
} from './bank-simulator.ts';
import { certificatePath } from './certificates/certificate-folder.ts';
import { openMovableClock } from './clock.ts';
import { readAmount } from './money.ts';

const PORT = 8443;
const CONTROL_PORT = 8444;
const LOCATION_PORT = 8445;
const OPENING_BALANCE = '1000.00';

/** Reads the environment variables. Every variable has a default that works on any machine. */
function readOptions(environment: NodeJS.ProcessEnv): BankSimulatorOptions & { folder: string } {
  const folder = resolve(environment.BANK_FOLDER ?? join(import.meta.dirname, '../data'));
  const { BANK_DIALECT: dialect = 'efi' } = environment;
  if (dialect !== 'efi' && dialect !== 'standard') {
    throw new Error('BANK_DIALECT é efi ou standard');
  }
  const openingBalance = readAmount(environment.BANK_OPENING_BALANCE ?? OPENING_BALANCE);
  if (openingBalance === undefined) throw new Error('BANK_OPENING_BALANCE é como 1000.00');
  const { BANK_PIX_KEY: pixKey } = environment;
  const deviations = (environment.BANK_DEVIATIONS ?? '').split(',').filter(Boolean);
  return {
    folder,
    host: environment.BANK_HOST ?? '127.0.0.1',
    port: readNumber(environment, 'BANK_PORT', PORT),
    controlPort: readNumber(environment, 'BANK_CONTROL_PORT', CONTROL_PORT),
    locationPort: readNumber(environment, 'BANK_LOCATION_PORT', LOCATION_PORT),
    stateFile: join(folder, 'bank.sqlite'),
    certificateFolder: join(folder, 'certificates'),
    dialect,
    deviations: deviations.map(readDeviation),
    openingBalance,
    seed: readNumber(environment, 'BANK_SEED', 1),
    ...(pixKey === undefined ? {} : { pixKey }),
  };
}

function readDeviation(name: string): DeviationName {
  if (name in DEVIATIONS) return name as DeviationName;
  throw new Error(`BANK_DEVIATIONS: ${name} não existe; há ${Object.keys(DEVIATIONS).join(', ')}`);
}

function readNumber(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = environment[name] ?? String(otherwise);
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} é um número inteiro`);
  return Number(text);
}

const { folder, ...options } = readOptions(process.env);
mkdirSync(folder, { recursive: true });
const clock = openMovableClock(join(folder, 'clock-ahead-ms'));
const bank = await startBankSimulator({ ...options, clock });
const certificates = join(folder, 'certificates');
console.log(`
Simulador de banco no ar.

  página          ${bank.controlUrl}
  pagador         ${bank.controlUrl}/pagador
  API Pix         ${bank.url}
  token           ${bank.url}/oauth/token
  client id       ${bank.clientId}
  client secret   ${bank.clientSecret}
  chave Pix       ${bank.pixKey}
  conta           ${bank.settings.receiverAccount.conta}
  autoridade      ${certificatePath(certificates, 'authority')}
  certificado     ${certificatePath(certificates, 'client')}
  chave privada   ${certificatePath(certificates, 'client', 'key')}
  PKCS#12         ${certificatePath(certificates, 'pkcs12')} (sem senha)

Ctrl+C encerra; o estado fica em ${folder}.
`);

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await bank.stop();
    process.exit(0);
  });
}
