import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CITUS_URL,
  controlServer,
  SKIP_WITHOUT_CITUS,
  SKIP_WITHOUT_CONTROL,
  serversOf,
} from '../support/citus-servers.ts';
import { createClusterDatabase, run, type TestDatabase } from '../support/database-server.ts';
import { cleanUpLater } from '../support/embedded-database-folder.ts';
import { callGateway, type Keys, until } from '../support/gateway.ts';
import {
  freePort,
  type GatewayProcess,
  runCli,
  startGatewayProcess,
} from '../support/gateway-process.ts';

const skip = SKIP_WITHOUT_CITUS || SKIP_WITHOUT_CONTROL;

const CALLERS = 8;
const LOAD_MS = 1_500;
const PAUSE_MS = 50;
/** Of a charge of 10000 the recipient gets 10 %, and the fee is 1,49 % and 49 centavos. */
const NET = 8_802;
const SHARE = 1_000;

const PLACES = 'select bucket_id from merchants where not is_sandbox';

type Env = Record<string, string> & { PORT: string };

interface Shop {
  readonly username: string;
  readonly keys: Keys;
}

/** A charge under one key; `id` and `isPaid` as the gateway acknowledged them. */
interface Intent {
  readonly origin: Shop;
  readonly recipient: Shop;
  readonly key: string;
  id: string | undefined;
  isPaid: boolean;
}

let database: TestDatabase;
let env: Env;
let gateway: GatewayProcess;
let shops: readonly Shop[];

if (!skip) {
  database = await createClusterDatabase(2);
  env = {
    ...database.env,
    PORT: String(await freePort()),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  };
  gateway = await startGatewayProcess(env);
  after(async () => {
    await gateway.stop();
    await database.drop();
  });
  shops = [await openShop('loja-um'), await openShop('loja-dois')];
  const rows = await run(database.ownerConnectionString, PLACES);
  assert.deepEqual(rows.map(({ bucket_id }) => bucket_id).sort(), ['b0', 'b1']);
}

async function command(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(env, ...words, '--json');
  assert.equal(exitCode, 0, stdout + stderr);
  return stdout;
}

async function openShop(username: string): Promise<Shop> {
  const about = ['--username', username, '--name', username, '--document', '11222333000181'];
  await command('merchant', 'create', ...about, '--approve');
  const made = await command(
    'credential',
    'create',
    '--merchant',
    username,
    '--environment',
    'test',
    '--name',
    'site',
  );
  const { client_id: id, client_secret: secret } = JSON.parse(made);
  return { username, keys: { 'client-id': id, 'client-secret': secret } };
}

/** Charges with shares of the other bucket's merchant, created and paid until the test ends. */
function startLoad(context: TestContext) {
  const intents: Intent[] = [];
  const unexpected: string[] = [];
  let isRunning = true;
  let acknowledged = 0;

  async function post(path: string, { origin }: Intent, options: object) {
    const url = `${gateway.url}${path}`;
    const answer = await callGateway<Record<string, unknown>>(url, 'POST', {
      keys: origin.keys,
      ...options,
    }).catch(() => undefined);
    // An earlier request has paid it, but its answer was lost.
    if (answer?.body.code === 'charge_not_payable') return answer;
    if (answer && answer.status > 201 && answer.status !== 503) {
      unexpected.push(`${path}: ${answer.status} ${answer.text}`);
    }
    return answer !== undefined && answer.status <= 201 ? answer : undefined;
  }

  /** Sends what is not acknowledged yet. */
  async function attempt(intent: Intent): Promise<void> {
    const split = [{ username: intent.recipient.username, percentage: 10 }];
    const body = { amount: 10_000, payer: { name: 'Ana', document: '12345678909' }, split };
    const headers = { 'idempotency-key': intent.key };
    const created = await post('/v1/pix/qrcode', intent, { headers, body });
    const id = created?.body.internal_id;
    if (created === undefined) return;
    assert.ok(intent.id === undefined || intent.id === id, 'one charge for each key');
    intent.id = String(id);
    if (await post(`/v1/test/charges/${intent.id}/pay`, intent, {})) {
      intent.isPaid = true;
      acknowledged += 1;
    }
  }

  async function runCaller(index: number): Promise<void> {
    const [one, other] = shops;
    assert.ok(one && other);
    const [origin, recipient] = index % 2 === 0 ? [one, other] : [other, one];
    while (isRunning) {
      const intent = { origin, recipient, key: randomUUID(), id: undefined, isPaid: false };
      intents.push(intent);
      // A shop repeats a request with its key until it has an answer.
      while (isRunning && !intent.isPaid) {
        await attempt(intent);
        await pause(PAUSE_MS);
      }
    }
  }

  const callers = Array.from({ length: CALLERS }, (_, index) => runCaller(index));
  const stop = async (): Promise<void> => {
    isRunning = false;
    await Promise.all(callers);
  };
  cleanUpLater(context, stop);
  return { intents, unexpected, attempt, stop, acknowledged: () => acknowledged };
}

type Load = ReturnType<typeof startLoad>;

/** Ends the commits of two phases that a crash interrupted, as the servers do once a minute. */
async function finishCommits(): Promise<void> {
  const servers = await serversOf(database.ownerConnectionString);
  await until('no transaction is between its two phases', async () => {
    let open = 0;
    for (const server of servers) {
      await run(server, 'select recover_prepared_transactions()');
      const text = 'select from pg_prepared_xacts where database = current_database()';
      open += (await run(server, text)).length;
    }
    return open === 0;
  });
}

const paidBefore = new Map<Shop, { paid: number; received: number }>();

async function checkIsKept({ id, isPaid, origin: { keys } }: Intent): Promise<void> {
  const url = `${gateway.url}/v1/transactions/${id}`;
  const { body } = await callGateway<Record<string, unknown>>(url, 'GET', { keys });
  assert.equal(body.internal_id, id);
  if (isPaid) assert.equal(body.status, 'paid');
}

/** Each acknowledged charge and payment exists once, with its share on the other node. */
async function checkNothingIsLost({ intents, unexpected, attempt }: Load): Promise<void> {
  const acknowledged = intents.filter(({ id }) => id !== undefined);
  for (let from = 0; from < acknowledged.length; from += CALLERS) {
    await Promise.all(acknowledged.slice(from, from + CALLERS).map(checkIsKept));
  }
  for (const intent of intents) {
    await until('it is paid', async () => {
      if (!intent.isPaid) await attempt(intent);
      return intent.isPaid;
    });
    for (const [shop, side] of [
      [intent.origin, 'paid'],
      [intent.recipient, 'received'],
    ] as const) {
      const counts = paidBefore.get(shop) ?? { paid: 0, received: 0 };
      counts[side] += 1;
      paidBefore.set(shop, counts);
    }
  }
  assert.deepEqual(unexpected, []);
  for (const [shop, { paid, received }] of paidBefore) {
    const url = `${gateway.url}/v1/balance`;
    const { body } = await callGateway<Record<string, unknown>>(url, 'GET', { keys: shop.keys });
    assert.equal(body.available, paid * NET + received * SHARE, shop.username);
  }
  await command('ledger', 'verify', '--full');
}

test('a gateway that is killed under load on two nodes loses nothing', {
  skip,
}, async (context) => {
  const load = startLoad(context);
  await until('payments are acknowledged', async () => load.acknowledged() > CALLERS);
  await pause(LOAD_MS);
  await gateway.killHard();
  gateway = await startGatewayProcess(env);
  const before = load.acknowledged();
  await until('it serves again', async () => load.acknowledged() > before + CALLERS);
  await load.stop();
  await finishCommits();
  await checkNothingIsLost(load);
  context.diagnostic(`${load.intents.length} charges`);
});

test('a server of the cluster that is killed and returns loses nothing and leaves no one-sided payment', {
  skip,
}, async (context) => {
  const servers = await serversOf(CITUS_URL ?? '');
  const load = startLoad(context);
  for (const server of servers.toReversed()) {
    const before = load.acknowledged();
    await until('it serves', async () => load.acknowledged() > before + CALLERS);
    await controlServer('kill', new URL(server).host);
    await pause(LOAD_MS);
    await controlServer('start', new URL(server).host);
    await finishCommits();
  }
  const before = load.acknowledged();
  await until('it serves again', async () => load.acknowledged() > before + CALLERS);
  await load.stop();
  await finishCommits();
  await checkNothingIsLost(load);
  context.diagnostic(`${load.intents.length} charges`);
});
