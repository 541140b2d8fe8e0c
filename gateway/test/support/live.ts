import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import {
  type BankSimulator,
  type BankSimulatorOptions,
  startBankSimulator,
} from '../../../bank-simulator/src/bank-simulator.ts';
import type { Cleanup } from './cleanup.ts';
import type { TestDatabase } from './database-server.ts';
import { createMerchantWithKeys, startGateway, type TestGateway, until } from './gateway.ts';
import { testNow } from './manual-clock.ts';
import { movementFaults } from './movement-faults.ts';
import { testScheduler } from './test-scheduler.ts';
import { BUCKETS_OF_MAIN_SUITES } from './two-buckets.ts';

const CALLBACK_SECRET = 'segredo-da-chamada-de-volta';

/** A gateway whose live keys use a bank simulator, and a merchant that sells. */
export interface LiveGateway {
  readonly gateway: TestGateway;
  readonly bank: BankSimulator;
  readonly shop: Awaited<ReturnType<typeof createMerchantWithKeys>>;
  /** Where the bank calls back. */
  readonly callbackUrl: string;
}

export interface LiveGatewayOptions {
  readonly bankOptions?: BankSimulatorOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** As for `startGateway`. */
  readonly buckets?: number;
  readonly database?: TestDatabase;
  /** As for `startGateway`. */
  readonly hasWorker?: boolean;
}

/**
 * Like `startLiveGateway`, on two buckets: the shop is in `b1`, and incoming payments and the
 * platform's accounts are in `b0`. The environment variable TEST_BUCKETS changes the number.
 */
export function startLiveInBuckets(
  context: Cleanup,
  options: Omit<LiveGatewayOptions, 'buckets'> = {},
): Promise<LiveGateway> {
  return startLiveGateway(context, { ...options, buckets: BUCKETS_OF_MAIN_SUITES });
}

/** Starts a bank and a gateway that is registered with it; both stop with the test. */
export async function startLiveGateway(
  context: Cleanup,
  { bankOptions = {}, env = {}, buckets, database, hasWorker }: LiveGatewayOptions = {},
): Promise<LiveGateway> {
  let gateway: TestGateway | undefined;
  const clock = { now: () => gateway?.clock.now() ?? testNow() };
  const bank = await startBankSimulator({
    dialect: 'efi',
    clock,
    payoutDelayMs: 0,
    callbackPausesMs: [50, 50, 50],
    tickMs: 20,
    onSilence: testScheduler.expire,
    ...bankOptions,
  });
  context.after(() => bank.stop());
  const bankEnv = await bankVariables(context, bank);
  gateway = await startGateway(context, {
    env: { ...bankEnv, ...env },
    ...(database && { database }),
    ...(buckets !== undefined && { buckets }),
    ...(hasWorker !== undefined && { hasWorker }),
  });
  const callbackUrl = `${gateway.url}/banks/efi/${CALLBACK_SECRET}`;
  await registerCallback(gateway, callbackUrl);
  const shop = await createMerchantWithKeys(gateway, 'live');
  return { gateway, bank, shop, callbackUrl };
}

/** The variables by which a gateway finds the bank. */
export async function bankVariables(
  context: Cleanup,
  bank: BankSimulator,
): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-bank-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  return {
    PROVIDER: 'efi',
    PROVIDER_ENVIRONMENT: 'homologation',
    PROVIDER_BASE_URL: bank.url,
    PROVIDER_CLIENT_ID: bank.clientId,
    PROVIDER_CLIENT_SECRET: bank.clientSecret,
    PROVIDER_CERTIFICATE: await file('client.pem', bank.clientCertificate.cert),
    PROVIDER_CERTIFICATE_KEY: await file('client-key.pem', bank.clientCertificate.key),
    PROVIDER_CA: await file('authority.pem', bank.authority),
    PROVIDER_PIX_KEY: bank.pixKey,
    PROVIDER_ACCOUNT_NAME: 'Plataforma Pagamentos Ltda',
    PROVIDER_ACCOUNT_DOCUMENT: '11.444.777/0001-61',
    PROVIDER_CALLBACK_SECRET: CALLBACK_SECRET,
  };
}

async function registerCallback({ appContext }: TestGateway, url: string): Promise<void> {
  const { config, logger, clock } = appContext;
  if (!config.bank) throw new Error('this gateway has no bank');
  const bank = openLiveBank(config.bank, { logger, now: clock.now });
  // On a busy machine a first answer may come after the gateway's timeout.
  await until('the callback is registered', async () => {
    const outcome = await bank.receiving.registerCallback(url);
    if (outcome.kind === 'refused') throw new Error(`not registered: ${JSON.stringify(outcome)}`);
    return outcome.kind === 'done';
  });
  await bank.close();
}

/** The checks of the ledger and of statements that fail, each with its differences. */
export async function failedChecks(gateway: TestGateway) {
  const report = await verifyLedger(gateway.appContext.database, allLedgerChecks);
  const laws = report.laws.filter(({ differences }) => differences.length > 0);
  const differences = await movementFaults(gateway);
  if (differences.length === 0) return laws;
  return [
    ...laws,
    { law: 'Os movimentos somam o saldo', checked: differences.length, differences },
  ];
}

/** The live balance of the bank account in the ledger, in centavos. */
export async function heldAtBank(gateway: TestGateway): Promise<bigint> {
  const [row] = await gateway.sql(
    `select coalesce(-sum(balance_centavos), 0)::bigint::text as held from ledger_accounts
      where environment = 'live' and account = 'bank'`,
  );
  return BigInt(String(row?.held));
}
