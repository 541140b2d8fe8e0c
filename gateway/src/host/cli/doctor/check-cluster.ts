import type { Config } from '#src/ground/config/config.ts';
import {
  type ClusterSettings,
  readBrokenConnections,
  readServers,
  readSettings,
  readUncopied,
  readUnplaced,
} from '#src/ground/database/citus/cluster-facts.ts';
import { addressOfNode } from '#src/ground/database/citus/node-pools.ts';
import { isCitus } from '#src/ground/database/citus/place-tables.ts';
import { type Database, openDatabase, type Queryable } from '#src/ground/database/database.ts';
import { withReachableDatabase } from './database-session.ts';
import { type Check, type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';

const STATEMENT_TIMEOUT_MS = 5_000;
const PREPARED_MIN = 200;
const WORKERS_MIN = 16;
const SHOWN_MAX = 5;
const DOCUMENT = 'docs/operating/cluster.md';

/** Checks that the servers of a Citus cluster answer, reach each other and have their settings. */
export const clusterCheck: Check = {
  name: 'cluster',
  limitMs: 30_000,
  run: ({ config }) =>
    withReachableDatabase(config, async (database) => {
      if (!(await isCitus(database))) return [skipped('o banco de dados não é um cluster Citus')];
      const servers = await readServers(database);
      const found = (
        await Promise.all(servers.map((server) => serverFindings(config, server)))
      ).flat();
      const isSilent = found.some(({ status }) => status === 'failure');
      const between = isSilent ? [] : await connectionFindings(config, database);
      const problems = [...found, ...between, ...(await placementFindings(database))];
      return problems.length > 0
        ? problems
        : [ok(`os ${servers.length} servidores do cluster respondem e entram uns nos outros`)];
    }),
};

/** The problems of one server, which is asked directly, as the gateway does. */
async function serverFindings(config: Config, server: string): Promise<readonly Found[]> {
  const connectionString = addressOfNode(config.databaseUrl ?? '', server);
  return withServer(connectionString, async (database) => {
    const settings = await readSettings(database);
    return settings === undefined ? [] : settingFindings(server, settings);
  }).catch((error: unknown) => [
    failure(
      `o servidor ${server} do cluster não responde: ${reasonOf(error)}`,
      'suba o servidor; até lá as cobranças dos buckets que estão nele são recusadas. Se ele ' +
        `está no ar, confira a rede, o usuário e a senha de DATABASE_URL nele (${DOCUMENT})`,
    ),
  ]);
}

async function withServer<Result>(
  connectionString: string,
  work: (server: Database) => Promise<Result>,
): Promise<Result> {
  const server = openDatabase({
    connectionString,
    connectionsMax: 1,
    applicationName: 'pix-gateway doctor',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

function settingFindings(server: string, settings: ClusterSettings): readonly Found[] {
  const { wal_level: walLevel, prepared_max: prepared, workers_max: workers } = settings;
  const wanted: readonly (readonly [boolean, string])[] = [
    [walLevel === 'logical', 'wal_level = logical'],
    [prepared >= PREPARED_MIN, `max_prepared_transactions = ${PREPARED_MIN}`],
    [workers >= WORKERS_MIN, `max_worker_processes = ${WORKERS_MIN}`],
    [settings.triggers === 'on', 'citus.enable_unsafe_triggers = on'],
    [/^(?:C|POSIX|en_.*)$/.test(settings.messages), "lc_messages = 'C'"],
  ];
  const missing = wanted.filter(([isSet]) => !isSet).map(([, setting]) => setting);
  const found: Found[] = [];
  if (missing.length > 0) {
    const advice = `ponha no postgresql.conf dele e reinicie o servidor (${DOCUMENT})`;
    found.push(warning(`faltam ajustes no servidor ${server}: ${missing.join(', ')}`, advice));
  }
  if (settings.unfinished > 0) {
    found.push(
      warning(
        `${settings.unfinished} gravações do servidor ${server} esperam há minutos pelo seu fim`,
        'como superusuário, no coordenador: select recover_prepared_transactions()',
      ),
    );
  }
  return found;
}

/** The connections between servers that fail, for the gateway's role and for the tables' owner. */
async function connectionFindings(config: Config, database: Database): Promise<readonly Found[]> {
  const asGateway = await brokenFindings(database, config.databaseUrl);
  const owner = config.migrationDatabaseUrl;
  if (owner === undefined) return asGateway;
  const asOwner = await withServer(owner, (server) => brokenFindings(server, owner)).catch(
    (error: unknown) => [
      failure(
        `o dono das tabelas não entra no coordenador: ${reasonOf(error)}`,
        'confira MIGRATION_DATABASE_URL',
      ),
    ],
  );
  return [...asGateway, ...asOwner];
}

async function brokenFindings(
  database: Queryable,
  address: string | undefined,
): Promise<readonly Found[]> {
  const role = decodeURIComponent(new URL(address ?? 'postgres://localhost').username);
  const broken = await readBrokenConnections(database);
  if (broken.length === 0) return [];
  const pairs = broken.map(({ source, target }) => `${source} em ${target}`);
  const more = pairs.length > SHOWN_MAX ? ` e mais ${pairs.length - SHOWN_MAX}` : '';
  return [
    failure(
      `servidores não entram uns nos outros como ${role}: ` +
        `${pairs.slice(0, SHOWN_MAX).join(', ')}${more}`,
      'libere-os no pg_hba.conf, ou dê a senha a cada servidor ' +
        `(${DOCUMENT}, "How the servers log in to each other")`,
    ),
  ];
}

async function placementFindings(database: Database): Promise<readonly Found[]> {
  const unplaced = await readUnplaced(database);
  const uncopied = await readUncopied(database);
  const found: Found[] = [];
  if (unplaced.length > 0) {
    found.push(
      failure(
        `sem lugar no cluster: ${unplaced.slice(0, SHOWN_MAX).join(', ')}`,
        'rode "cli migrate" com o dono em MIGRATION_DATABASE_URL',
      ),
    );
  }
  if (uncopied.length > 0) {
    found.push(
      warning(
        `sem cópia das tabelas globais: ${uncopied.join(', ')}`,
        'como superusuário, no coordenador: select replicate_reference_tables()',
      ),
    );
  }
  return found;
}
