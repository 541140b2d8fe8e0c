import type { Command } from 'commander';
import type { AppContext } from '#src/app/context.ts';
import { isBucketId } from '#src/platform/database/buckets.ts';
import {
  type BucketFacts,
  createBucket,
  listBuckets,
  setBucketState,
} from '#src/platform/database/create-bucket.ts';
import { type Database, openDatabase } from '#src/platform/database/database.ts';
import { grantRuntimeRights, workingRole } from '#src/platform/database/database-roles.ts';
import { isoTime } from '../platform/clock.ts';
import { type Answer, answer, lines } from './operator-session.ts';
import { UsageError } from './usage-error.ts';

/** `bucket create`, `bucket list`, `bucket open` and `bucket close`. */
export function addBucketCommands(program: Command): void {
  const bucket = program.command('bucket').description('buckets: os dados dos lojistas, em partes');
  bucket
    .command('list')
    .description('lista os buckets e quantos lojistas cada um tem')
    .action((_options: object, command: Command) =>
      answer(command, async ({ database }) => listed(await listBuckets(database))),
    );
  bucket
    .command('create')
    .description('cria um bucket vazio; após dois minutos recebe novos lojistas')
    .action((_options: object, command: Command) => answer(command, create));
  addStateCommand(bucket, 'open', 'o bucket volta a receber novos lojistas');
  addStateCommand(bucket, 'close', 'o bucket deixa de receber novos lojistas');
}

function addStateCommand(bucket: Command, name: 'open' | 'close', description: string): void {
  bucket
    .command(name)
    .description(description)
    .argument('<bucket>', 'por exemplo b1')
    .action((bucketId: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        const state = name === 'open' ? 'open' : 'closed';
        const isKnown =
          isBucketId(bucketId) &&
          (await asOwner(appContext, (owner) => setBucketState(owner, bucketId, state)));
        if (!isKnown) throw new UsageError(`não há bucket ${bucketId}`);
        return listed(await listBuckets(appContext.database));
      }),
    );
}

/** Creates a bucket as the owner of the tables and gives the gateway's role its rights. */
async function create(appContext: AppContext): Promise<Answer> {
  const { database, clock } = appContext;
  const role = await workingRole(database);
  const bucketId = await asOwner(appContext, async (owner) => {
    const made = await createBucket(owner, clock.now());
    if (!role.isOwner) await grantRuntimeRights(owner, role.name);
    return made;
  });
  return { json: { bucket: bucketId }, text: `bucket ${bucketId} criado` };
}

/** Runs work as the owner of the tables, without a limit of time for statements. */
export async function asOwner<Result>(
  { ownerConnectionString, connectionString }: AppContext,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const owner = openDatabase({
    connectionString: ownerConnectionString ?? connectionString,
    connectionsMax: 1,
    applicationName: 'pix-gateway bucket',
    statementTimeoutMs: 0,
  });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

function listed(buckets: readonly BucketFacts[]): Answer {
  const json = buckets.map(({ bucketId, state, createdAt, merchants }) => ({
    ...{ bucket: bucketId, state, merchants, created_at: isoTime(createdAt) },
  }));
  const facts = buckets.map(({ bucketId, state, merchants }) => [
    bucketId,
    `${state === 'open' ? 'aberto' : 'fechado'}, ${merchants} lojistas`,
  ]);
  return { json, text: lines(Object.fromEntries(facts)) };
}
