import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#src/ground/config/config.ts';
import { type Database, openDatabase } from '#src/ground/database/database.ts';
import {
  canChangeLedger,
  findMissingRights,
  workingRole,
} from '#src/ground/database/database-roles.ts';
import { readWeakSettings } from '#src/ground/database/durability.ts';
import { opensDatabase } from '#src/ground/database/installation.ts';
import { isMigrated } from '#src/ground/database/migrate.ts';
import {
  NEWER_SERVER,
  readServerFacts,
  type ServerFacts,
  tooOld,
} from '#src/ground/database/server-facts.ts';
import { findRunningEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { countWorkers } from '#src/ground/work/worker-heartbeat.ts';
import { keyFileOf, keysOf } from '../../encryption-keys.ts';
import { clockFinding } from './clock-difference.ts';
import {
  type Check,
  type DoctorDeps,
  type Found,
  failure,
  ok,
  reasonOf,
  skipped,
  warning,
} from './finding.ts';

const STATEMENT_TIMEOUT_MS = 5_000;
const CONNECTIONS_FREE_MIN = 10;
const MIGRATE = 'inicie o gateway, ou rode "cli migrate", com o dono em MIGRATION_DATABASE_URL';

/** Checks that the database answers, has this version, and keeps confirmed commits. */
export const databaseCheck: Check = {
  name: 'database',
  limitMs: 15_000,
  run: async (deps) => {
    const address = await addressOf(deps.config);
    if (address === undefined) {
      return [
        warning(
          'o banco embutido não está no ar, porque o gateway está parado',
          'inicie o gateway e rode "doctor" outra vez',
        ),
      ];
    }
    return withDatabase(address, (database) => findingsOf(deps, database));
  },
};

/** The address of the database; undefined when the embedded one is not running. */
export async function addressOf({ databaseUrl, dataDir }: Config): Promise<string | undefined> {
  if (databaseUrl) return databaseUrl;
  if (!existsSync(resolve(dataDir))) return undefined;
  return (await findRunningEmbeddedDatabase(resolve(dataDir)))?.connectionString;
}

/** Runs work with the database, or returns the finding of `silent` if it can't be reached. */
export async function withDatabase(
  connectionString: string,
  work: (database: Database) => Promise<readonly Found[]>,
  silent: (reason: string) => Found = silentDatabase,
): Promise<readonly Found[]> {
  const database = openDatabase({
    connectionString,
    connectionsMax: 1,
    applicationName: 'pix-gateway doctor',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const reason = await database.pool.query('select 1').then(() => undefined, reasonOf);
    return reason === undefined ? await work(database) : [silent(reason)];
  } finally {
    await database.close();
  }
}

function silentDatabase(reason: string): Found {
  return failure(
    `o banco de dados não responde: ${reason}`,
    'veja se o PostgreSQL está no ar, e confira endereço, usuário e senha de DATABASE_URL',
  );
}

async function findingsOf(deps: DoctorDeps, database: Database): Promise<readonly Found[]> {
  const startedAt = deps.clock.now();
  const facts = await readServerFacts(database);
  const clock = { startedAt, endedAt: deps.clock.now(), theirs: facts.now };
  const oldServer = tooOld(facts);
  // The gateway doesn't start on such a server, so its tables are not checked.
  if (oldServer) return [failure(oldServer, NEWER_SERVER)];
  return [
    ok(`PostgreSQL ${facts.version}, aceita gravações`),
    clockFinding('o banco de dados', clock),
    connectionsFinding(facts),
    await durabilityFinding(deps.config, database, facts),
    ...(await schemaFindings(deps, database)),
  ];
}

function connectionsFinding({ connectionsUsable, connectionsUsed }: ServerFacts): Found {
  const free = connectionsUsable - connectionsUsed;
  const message = `${free} de ${connectionsUsable} conexões livres`;
  if (free >= CONNECTIONS_FREE_MIN) return ok(message);
  const advice =
    'aumente max_connections no PostgreSQL (cerca de 100 para cada máquina do gateway), ' +
    'ou diminua PROCESSES';
  return free > 0 ? warning(message, advice) : failure(message, advice);
}

async function durabilityFinding(
  { bank }: Config,
  database: Database,
  { synchronousCommit, synchronousStandbys, standbys }: ServerFacts,
): Promise<Found> {
  const weak = await readWeakSettings(database);
  if (weak.length > 0) {
    const message = `uma queda pode perder o que foi confirmado: ${weak.join(', ')} em off`;
    const advice = `ligue ${weak.join(', ')} no PostgreSQL; com PROVIDER o gateway não inicia`;
    return bank ? failure(message, advice) : warning(message, advice);
  }
  if (synchronousStandbys !== '' && standbys === 0) {
    return failure(
      'synchronous_standby_names pede um standby e nenhum está ligado: as gravações esperam',
      'ligue o standby, ou esvazie synchronous_standby_names (docs/operating/high-availability.md)',
    );
  }
  const copies = synchronousStandbys === '' ? 'sem standby síncrono' : 'com standby síncrono';
  return ok(`grava antes de confirmar (synchronous_commit ${synchronousCommit}, ${copies})`);
}

/** The checks that need the gateway's tables. */
async function schemaFindings(deps: DoctorDeps, database: Database): Promise<readonly Found[]> {
  const role = await workingRole(database);
  if (role.isEmpty) return [warning('o banco está vazio: nada foi migrado ainda', MIGRATE)];
  try {
    if (!(await isMigrated(database))) {
      return [failure('faltam migrações desta versão', MIGRATE)];
    }
  } catch (error) {
    return [
      failure(reasonOf(error), 'use a versão que este banco pede: docs/operating/upgrading.md'),
    ];
  }
  return [
    ok('todas as migrações desta versão foram aplicadas'),
    ...(await rightsFindings(deps.config, database, role)),
    await keyFinding(deps.config, database),
    await workerFinding(database),
  ];
}

async function rightsFindings(
  { bank, isProduction }: Config,
  database: Database,
  { name, isOwner }: { readonly name: string; readonly isOwner: boolean },
): Promise<readonly Found[]> {
  const missing = isOwner ? [] : await findMissingRights(database);
  if (missing.length > 0) {
    return [failure(`o usuário ${name} não tem os direitos: ${missing.join(', ')}`, MIGRATE)];
  }
  if (!(await canChangeLedger(database))) {
    return [ok(`o usuário ${name} tem os direitos de que precisa e não altera o livro-razão`)];
  }
  const message = `o usuário ${name} pode alterar o livro-razão`;
  const advice = 'use dois usuários: docs/operating/going-live.md, "Two roles in the database"';
  return [bank && isProduction ? failure(message, advice) : warning(message, advice)];
}

async function keyFinding(config: Config, database: Database): Promise<Found> {
  // Reading the keys would create a missing file.
  if (!config.encryptionKey && !existsSync(keyFileOf(config))) {
    return failure(
      `falta o arquivo ${keyFileOf(config)}, que decifra os segredos guardados`,
      'traga-o da cópia de segurança, ou informe ENCRYPTION_KEY',
    );
  }
  const opens = await opensDatabase(database, createSecretBox(await keysOf(config)));
  if (opens === undefined) return skipped('nada foi cifrado ainda');
  if (opens) return ok('a chave de cifra é a deste banco');
  return failure(
    'ENCRYPTION_KEY não é a chave com que este banco foi criado',
    'use a chave original; as antigas vão em ENCRYPTION_KEY_PREVIOUS',
  );
}

async function workerFinding(database: Database): Promise<Found> {
  const workers = await countWorkers(database);
  if (workers > 0) return ok(`${workers} worker no ar`);
  return warning(
    'nenhum worker está no ar: pagamentos, webhooks e e-mails esperam',
    'inicie um gateway com ROLES=api,worker ou ROLES=worker',
  );
}
