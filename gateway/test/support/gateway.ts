import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { type Config, loadConfig } from '#src/ground/config/config.ts';
import { openLog } from '#src/ground/log.ts';
import type { Scheduler } from '#src/ground/work/scheduler.ts';
import { bootstrap } from '#src/host/bootstrap.ts';
import { composeApi } from '#src/host/compose-api.ts';
import { composeWorker } from '#src/host/compose-worker.ts';
import type { AppContext } from '#src/host/context.ts';
import type { Room } from '#src/room.ts';
import { bucketSql } from './bucket-sql.ts';
import { isOnCluster } from './citus-servers.ts';
import type { Cleanup } from './cleanup.ts';
import { createMigratedDatabase, ownerAddressOf, type TestDatabase } from './database-server.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { quickPasswords } from './passwords.ts';
import { testScheduler } from './test-scheduler.ts';

/** A key pair as the headers of a request. */
export interface Keys {
  readonly 'client-id': string;
  readonly 'client-secret': string;
}

/** An answer with its body read. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

export interface CallOptions {
  readonly keys?: Keys;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
}

/** A gateway in this process that serves real HTTP, on its own database. */
export interface TestGateway {
  readonly url: string;
  readonly clock: ManualClock;
  readonly appContext: AppContext;
  readonly connectionString: string;
  /** Every line that was logged. */
  readonly logLines: readonly string[];
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Answer<Body>>;
  /** Starts a second API on the same database and returns its URL. */
  openSecondApi(): Promise<string>;
  /** Does the work that is due now, and what follows from it. */
  settle(): Promise<void>;
  /** Stops the background work, for a test that changes rows behind the gateway's back. */
  stopWorker(): Promise<void>;
  /**
   * Runs one statement as the owner of the tables. With several buckets it reads the rows of all,
   * and updates or deletes in each.
   */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export interface TestGatewayOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the background work runs too; true by default. */
  readonly hasWorker?: boolean;
  /** Most connections of its main pool; 5 by default. */
  readonly connectionsMax?: number;
  /** Default: that of tests, whose pauses `until` shortens. */
  readonly scheduler?: Scheduler;
  /** How many buckets the database has; merchants are spread over them. Default: TEST_BUCKETS. */
  readonly buckets?: number;
  /** The rooms that run. Default: all. */
  readonly rooms?: readonly Room[];
  /** Default: a new database. */
  readonly database?: TestDatabase;
}

export const SANDBOX_KEYS: Keys = {
  'client-id': 'svc_pk_test_sandbox_publico',
  'client-secret': 'svc_sk_test_sandbox_publico',
};

/** The smallest body that creates a charge. */
export const CHARGE = { amount: 10_000, payer: { name: 'Maria Silva', document: '12345678909' } };

/** The smallest body that creates a payout. */
export const PAYOUT = {
  amount: 5_000,
  pix_key: '+5511987654321',
  pix_key_type: 'phone',
  beneficiary: { name: 'João Souza', document: '52998224725' },
};

/**
 * About as many as a process has where 16 share a machine. Each connection plans each statement
 * once, because planning is about half of PostgreSQL's time in tests. Citus can't keep such plans;
 * there, and in gateways that run as processes, each execution is planned, as in production.
 */
const CONNECTIONS_MAX = 5;

/** So high that no test reaches it unless it sets its own limit. */
const RATE_LIMIT_PER_MINUTE = '1000000';

/** Keeps a line, and shows that of a bug: the answer to the request doesn't give the reason. */
function keepLine(lines: string[], line: string): void {
  lines.push(line);
  if (line.includes('"a request failed"')) process.stderr.write(line);
}

/** Starts a gateway. It stops and its database is dropped when the test or the file ends. */
export async function startGateway(
  context: Cleanup,
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const database = options.database ?? (await createMigratedDatabase(options.buckets));
  const isClone = options.database === undefined;
  const { ownerConnectionString, drop } = database;
  const connectionString = isClone
    ? withPatience(database.connectionString)
    : database.connectionString;
  const config = testConfig(connectionString, options.env);
  const clock = createManualClock();
  const logLines: string[] = [];
  const { logger } = openLog('info', { write: (line) => keepLine(logLines, line) });
  const bootstrapped = await bootstrap({
    // A clone of the template is migrated and has its rights, so this start needs no owner.
    config: isClone ? { ...config, migrationDatabaseUrl: undefined } : config,
    logger,
    clock,
    connectionString,
    passwords: quickPasswords,
    scheduler: options.scheduler ?? testScheduler,
    connectionsMax: options.connectionsMax ?? CONNECTIONS_MAX,
    planMode: isOnCluster(connectionString) ? 'force_custom_plan' : 'force_generic_plan',
    rooms: options.rooms,
  });
  const ownerOfTables = config.migrationDatabaseUrl;
  const appContext = { ...bootstrapped, config, ownerConnectionString: ownerOfTables };
  const { scheduler } = appContext;
  // In a database that was just created the first rounds of work find nothing, but others look
  // whether a worker lives.
  const firstPauseMs = (name: string, intervalMs: number) =>
    name === 'worker-heartbeat' ? 0 : intervalMs;
  const workContext = isClone
    ? { ...appContext, scheduler: { ...scheduler, firstPauseMs } }
    : appContext;
  let worker = options.hasWorker === false ? undefined : await composeWorker(workContext);
  async function stopWorker(): Promise<void> {
    const running = worker;
    worker = undefined;
    await running?.stop();
  }
  const first = await composeApi(appContext);
  const apis = [first];
  const url = await first.listen({ port: 0, host: '127.0.0.1' });
  const owner = new pg.Pool({ connectionString: ownerConnectionString, max: 4 });
  // A test may end all sessions of its database.
  owner.on('error', () => {});
  context.after(async () => {
    await owner.end();
    // A test file that has ended stays in memory, so its servers are released here.
    for (const api of apis.splice(0)) await api.close();
    await stopWorker();
    await appContext.database.close();
    await drop();
  });
  return {
    url,
    clock,
    appContext,
    connectionString,
    logLines,
    call: (method, path, callOptions) => callGateway(`${url}${path}`, method, callOptions),
    async openSecondApi() {
      const api = await composeApi(appContext);
      apis.push(api);
      return api.listen({ port: 0, host: '127.0.0.1' });
    },
    settle: testScheduler.settleAll,
    stopWorker,
    sql: bucketSql(owner, () => appContext.database.buckets.all().map(({ bucketId }) => bucketId)),
  };
}

/** Many requests at once may wait longer for a connection of a busy machine than the usual 3 s. */
function withPatience(address: string): string {
  const url = new URL(address);
  url.searchParams.set('connect_timeout', '60');
  return url.href;
}

/** The configuration of a gateway under test, without the environment of this process. */
export function testConfig(
  connectionString: string,
  env: Readonly<Record<string, string>> = {},
): Config {
  return loadConfig({
    DATABASE_URL: connectionString,
    MIGRATION_DATABASE_URL: ownerAddressOf(connectionString),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DEFAULT_RATE_LIMIT_PER_MINUTE: RATE_LIMIT_PER_MINUTE,
    LOG_LEVEL: 'info',
    ...env,
  });
}

/** Sends one request and reads its answer. A body that is not JSON becomes an empty object. */
export async function callGateway<Body>(
  url: string,
  method: string,
  { keys, headers, body }: CallOptions = {},
): Promise<Answer<Body>> {
  const hasBody = body !== undefined;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...keys, ...headers },
    ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const parsed: Body = isJson ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, body: parsed };
}

/** An approved merchant with a key pair of the environment. */
export async function createMerchantWithKeys(
  { appContext }: { readonly appContext: Pick<AppContext, 'database' | 'clock' | 'config'> },
  environment: Environment = 'test',
  username = `loja-${randomBytes(6).toString('hex')}`,
): Promise<{ merchant: Merchant; username: string; keys: Keys }> {
  const { database, clock, config } = appContext;
  const merchant = await createMerchant(
    { database, clock, fees: config.fees },
    { username, name: `Loja ${username}`, document: '11222333000181', isApproved: true },
    commandActor,
  );
  const keys = await createKeys(appContext, merchant, environment);
  return { merchant, username, keys };
}

/** One more key pair of a merchant. */
export async function createKeys(
  appContext: Pick<AppContext, 'database' | 'clock' | 'config'>,
  merchant: Merchant,
  environment: Environment,
): Promise<Keys> {
  const pair = await createCredential(
    appContext,
    merchant,
    { environment, name: 'teste' },
    commandActor,
  );
  return { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
}

/** Creates a charge and pays it, so that the merchant has a balance. Returns the charge. */
export async function receivePayment(
  gateway: TestGateway,
  keys: Keys,
  body: object = CHARGE,
): Promise<Record<string, unknown>> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const path = `/v1/test/charges/${String(created.body.internal_id)}/pay`;
  const paid = await gateway.call('POST', path, { keys });
  if (paid.status !== 200) throw new Error(`not paid: ${created.text} ${paid.text}`);
  return created.body;
}

/**
 * Repeats a check until it returns a value, and returns that value. Between two looks the work of
 * the gateways in this process is done, and its pauses are skipped (`test-scheduler.ts`). Throws
 * when the check returns undefined or false until the timeout, 60 s by default.
 */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | undefined | false>,
  timeoutMs = 60_000,
): Promise<Value> {
  const start = Date.now();
  const passTime = testScheduler.startWait();
  while (Date.now() - start < timeoutMs) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    await passTime();
  }
  throw new Error(`did not happen: ${what}`);
}
