import { cpus } from 'node:os';
import { withBenchDatabase } from './bench-database.ts';
import { fillCharges } from './fill-charges.ts';
import { httpRequest, numbered, runLoad } from './load.ts';
import { createKey, createMerchant } from './merchants.ts';
import { sumOf } from './processor-time.ts';
import { type Costs, printRows } from './report.ts';
import {
  chargeRequest,
  DURATION_MS,
  type KeyPair,
  measure,
  type Subject,
  WARM_UP_MS,
} from './workloads.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CONNECTIONS = 64;
/** The longest part of a txid that doesn't change; nine digits follow. */
const TXID_START = 'benchPIXbenchPIX0';
const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

async function tokenOf({ port }: Subject, keys: KeyPair): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/pix/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${keys.id}:${keys.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

/** The same charge as `chargeRequest`, by the Central Bank's API. */
function cobRequest(token: string, run: number) {
  return numbered(
    httpRequest(
      `PUT /pix/v2/cob/${TXID_START}${run}#########`,
      { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      JSON.stringify({
        calendario: { expiracao: 86_400 },
        devedor: { cpf: '12345678909', nome: 'Maria Silva' },
        valor: { original: '99.90' },
        chave: PIX_KEY,
      }),
    ),
  );
}

/** The processor time of a request in the gateway and in PostgreSQL, in microseconds. */
function timeOf({ gateway, database }: Costs): number {
  return sumOf(gateway) + sumOf(database);
}

/** Measures charges at both doors in alternation, and says how much dearer the façade is. */
async function measureDoors(subject: Subject, keys: KeyPair, token: string): Promise<void> {
  const { port, pids } = subject;
  const load = { port, connections: CONNECTIONS, durationMs: DURATION_MS, expectedStatus: 201 };
  const warmUp = { ...load, durationMs: WARM_UP_MS };
  await runLoad({ ...warmUp, next: chargeRequest(keys, 'warm-up') });
  await runLoad({ ...warmUp, next: cobRequest(token, 0) });
  let own = 0;
  let standard = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const next = chargeRequest(keys, `round-${round}`);
    own += timeOf(await measure(`charges by /v1, round ${round}`, pids, { ...load, next }));
    const cobs = { ...load, next: cobRequest(token, round) };
    standard += timeOf(await measure(`charges by /pix/v2, round ${round}`, pids, cobs));
  }
  const ratio = (standard / own).toFixed(2);
  process.stdout.write(`\na charge by /pix/v2 costs ${ratio} times one by /v1\n`);
}

/** Measures pages of all charges of a merchant: the first one, a late one, and a filtered one. */
async function measurePages({ port, pids }: Subject, token: string, label: string): Promise<void> {
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const late = Math.floor(ROWS / 100) - 2;
  const pages = {
    'a page of cobs': period,
    'a late page of cobs': `${period}&paginacao.paginaAtual=${late}`,
    'a page of active cobs': `${period}&status=ATIVA`,
  };
  for (const [what, query] of Object.entries(pages)) {
    const headers = { authorization: `Bearer ${token}` };
    const request = httpRequest(`GET /pix/v2/cob?${query}`, headers);
    const load = { port, connections: 1, durationMs: DURATION_MS / 2, expectedStatus: 200 };
    await measure(`${what}${label}`, pids, { ...load, next: () => request });
  }
}

/**
 * Measures the Central Bank's API beside /v1: `npm run bench:api-pix`. BENCH_ROWS, BENCH_ROUNDS and
 * BENCH_SECONDS make it shorter.
 */
await withBenchDatabase({}, (database) =>
  database.withGateway(async (subject) => {
    const { env, owner } = database;
    createMerchant(env, 'bench');
    const keys = createKey(env, 'bench');
    const token = await tokenOf(subject, keys);
    await measureDoors(subject, keys, token);
    await measurePages(subject, token, '');
    await fillCharges(owner, { username: 'bench', count: ROWS });
    await measurePages(subject, token, `, ${ROWS} charges`);
    process.stdout.write(`\n${cpus().length} cores, ${cpus()[0]?.model}\n`);
    printRows();
  }),
);
