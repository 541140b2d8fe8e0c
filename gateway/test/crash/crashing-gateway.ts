import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { systemClock } from '#src/ground/clock.ts';
import { loadConfig } from '#src/ground/config/config.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { openLog } from '#src/ground/log.ts';
import {
  type BankSimulator,
  type FaultOrder,
  startBankSimulator,
} from '../../../bank-simulator/src/bank-simulator.ts';
import type { Cleanup } from '../support/cleanup.ts';
import { run } from '../support/database-server.ts';
import { createDurableDatabase } from '../support/durable-database.ts';
import { callGateway, createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import {
  freePort,
  type GatewayProcess,
  runCli,
  startGatewayProcess,
} from '../support/gateway-process.ts';
import { bankVariables } from '../support/live.ts';

// A bank retries a call-back for hours; here for a minute, which is longer than a start.
const CALLBACK_PAUSES_MS = [100, 200, 400, 800, ...Array.from({ length: 40 }, () => 1_500)];
const BANK_LEASE_MS = 120_000;
/** The columns with the ends of the leases that last as long as calls of the bank may. */
const LEASES = [
  'bank_callbacks.due_at',
  'charge_batches.due_at',
  'charge_cancellations.due_at',
  'charge_changes.due_at',
  'charge_drafts.due_at',
  'api_pix_lots.due_at',
  'payouts.due_at',
  'payouts.check_due_at',
  'refunds.due_at',
  'refunds.check_due_at',
  'dispute_polls.due_at',
  'dispute_defenses.due_at',
  'unrequested_refunds.booking_due_at',
  'bank_leases.busy_until',
  'subscription_recurrences.next_look_at',
  'subscription_bank_cycles.next_look_at',
];

/** A call whose answer the bank holds back. */
type HeldCall = Pick<FaultOrder, 'kind' | 'operation'>;

/** Work that a crash stops at calls of the bank, or at a write of a table. */
export interface Story {
  readonly at: readonly HeldCall[] | string;
  /** How many transactions must wait to write the table. Default: one. */
  readonly waiters?: number;
  readonly act: () => Promise<unknown>;
}

interface Stop {
  readonly what: string;
  isReached(): Promise<boolean>;
  release(): unknown;
}
type Env = Record<string, string> & { PORT: string };

const BANK = {
  dialect: 'efi',
  payoutDelayMs: 0,
  callbackPausesMs: CALLBACK_PAUSES_MS,
} as const;

/** A gateway in a process of its own that a test kills (SIGKILL), with a bank and a merchant. */
export async function startCrashingGateway(
  context: Cleanup,
  environment: 'live' | 'test' = 'live',
  more: Readonly<Record<string, string>> = {},
) {
  const bank = await startBankSimulator(BANK);
  const durable = await createDurableDatabase();
  context.after(async () => void (await Promise.all([bank.stop(), durable.drop()])));
  const port = String(await freePort());
  const env: Env = {
    ...(await bankVariables(context, bank)),
    PORT: port,
    ...durable.env,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    // A call that the bank holds is open until the kill.
    PROVIDER_TIMEOUT_SECONDS: '60',
    PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '2',
    PROVIDER_DISPUTES_SECONDS: '1',
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
    ...more,
  };
  let gateway: GatewayProcess = await startGatewayProcess(env);
  context.after(async () => void (await gateway.stop()));
  await registerCallback(env);
  const keys = await openShop(env, environment);
  const caller = createCaller(gateway.url, keys);

  async function restart(): Promise<void> {
    await endLeases(durable.ownerConnectionString);
    gateway = await startGatewayProcess(env);
  }

  /**
   * Stops each story at its point, kills the gateway, starts it again, and waits for the stories.
   * A story begins when the one before it is stopped, so it passes the points of later stories. It
   * may not stop at a table that a stopped story has written: the lock would wait for that story.
   */
  async function crashAt(...stories: readonly Story[]): Promise<void> {
    const stops: Stop[] = [];
    const work: Promise<unknown>[] = [];
    try {
      for (const { at, waiters = 1, act } of stories) {
        const stop =
          typeof at === 'string'
            ? await lockTable(durable.ownerConnectionString, at, waiters)
            : holdCalls(bank, at);
        stops.push(stop);
        work.push(act());
        await until(`the gateway ${stop.what}`, stop.isReached);
      }
      for (const stop of stops) assert.ok(await stop.isReached(), `it still ${stop.what}`);
      await gateway.killHard();
    } finally {
      for (const stop of stops) await stop.release();
    }
    await restart();
    await Promise.all(work);
  }

  const { connectionString } = durable;
  return {
    bank,
    env,
    connectionString,
    ownerConnectionString: durable.ownerConnectionString,
    url: gateway.url,
    keys,
    command: (...line: readonly string[]) => runCli(env, ...line),
    ...caller,
    crashAt,
    /** Ends a lease of the gateway that runs. */
    endLease: (lease: (typeof LEASES)[number]) => endLeases(durable.ownerConnectionString, [lease]),
  };
}

/** Ends the long leases of a gateway that was killed. A test needn't wait for their ends. */
async function endLeases(connectionString: string, leases = LEASES): Promise<void> {
  const texts = leases.map((lease) => {
    const [table, end] = lease.split('.');
    return `update ${table} set ${end} = now() where ${end} > now()`;
  });
  await run(connectionString, texts.join(';'));
}

/** The requests of a merchant that repeats them until they are answered. */
function createCaller(url: string, keys: Keys) {
  /** An answer, or undefined while the gateway is down. */
  async function ask(method: string, path: string, options: object = {}) {
    const answer = await callGateway<Record<string, unknown>>(`${url}${path}`, method, {
      keys,
      ...options,
    }).catch(() => undefined);
    assert.ok(answer === undefined || answer.status < 500 || answer.status === 503, answer?.text);
    return answer;
  }

  /** Repeats a request under one key until it is answered; returns the id of what it created. */
  async function createOnce(path: string, body: object): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() };
    const created = await eventually(`${path} is answered`, async () => {
      const answer = await ask('POST', path, { headers, body });
      return answer?.status === 201 && answer;
    });
    return String(created.body.internal_id);
  }

  function ends(id: string, status = 'paid'): Promise<unknown> {
    return eventually(`${id} is ${status}`, async () => {
      const answer = await ask('GET', `/v1/transactions/${id}`);
      return answer?.body.status === status;
    });
  }

  return { ask, createOnce, ends };
}

/** The bank holds the next call of each operation; those after it are answered. */
function holdCalls({ faults }: BankSimulator, calls: readonly HeldCall[]): Stop {
  const added = new Set(calls.map((call) => faults.add({ ...call, times: 1 })));
  return {
    what: `calls ${calls.map(({ operation }) => operation).join(', ')}`,
    // A used fault is deleted.
    isReached: async () => !faults.list().some(({ id }) => added.has(id)),
    release() {
      for (const id of added) faults.remove(id);
    },
  };
}

/** The calls of operations that the bank holds before it does what they ask for. */
export function beforeBank(...operations: FaultOrder['operation'][]): HeldCall[] {
  return operations.map((operation) => ({ kind: 'silent_before', operation }));
}

/** The calls of operations that the bank holds when it has done what they ask for. */
export function afterBank(...operations: FaultOrder['operation'][]): HeldCall[] {
  return operations.map((operation) => ({ kind: 'silent_after', operation }));
}

async function lockTable(connectionString: string, table: string, waiters: number): Promise<Stop> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in exclusive mode`);
  return {
    what: `waits to write ${table}`,
    async isReached() {
      const { rowCount } = await client.query(
        `select from pg_locks l join pg_class c on c.oid = l.relation
          where c.relname = $1 and not l.granted`,
        [table],
      );
      return Number(rowCount) >= waiters;
    },
    release: () => client.end(),
  };
}

/** Waits longer than every lease of the gateway. */
export function eventually<Value>(
  what: string,
  holds: () => Promise<Value | undefined | false>,
): Promise<Value> {
  return until(what, holds, BANK_LEASE_MS) as Promise<Value>;
}

async function registerCallback(env: Env): Promise<void> {
  const config = loadConfig(env);
  if (!config.bank) throw new Error('no bank');
  const { logger } = openLog('silent');
  const opened = openLiveBank(config.bank, { logger, now: systemClock.now });
  const path = `/banks/efi/${env.PROVIDER_CALLBACK_SECRET}`;
  const url = `http://127.0.0.1:${env.PORT}${path}`;
  // On a busy machine an answer may come after the gateway's timeout.
  await until('the callback is registered', async () => {
    const outcome = await opened.receiving.registerCallback(url);
    assert.notEqual(outcome.kind, 'refused');
    return outcome.kind === 'done';
  });
  await opened.close();
}

/** Opens a merchant in this process: a command would take the processor for a second. */
export async function openShop(
  env: Readonly<Record<string, string>>,
  environment: 'live' | 'test',
): Promise<Keys> {
  const config = loadConfig(env);
  const database = openDatabase({
    connectionString: env.DATABASE_URL ?? '',
    connectionsMax: 1,
    applicationName: 'test',
  });
  try {
    const appContext = { database, config, clock: systemClock };
    return (await createMerchantWithKeys({ appContext }, environment, 'loja')).keys;
  } finally {
    await database.close();
  }
}
