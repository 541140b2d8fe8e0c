import type { Command } from 'commander';
import type { Answer } from '#src/ground/commands/answer.ts';
import { asOwner } from '#src/ground/commands/owner-session.ts';
import { answer } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { listBuckets } from '#src/ground/database/bucket-facts.ts';
import { isBucketId } from '#src/ground/database/buckets.ts';
import { createBucket, setBucketState } from '#src/ground/database/create-bucket.ts';
import { grantRuntimeRights, workingRole } from '#src/ground/database/database-roles.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { listed } from './bucket-answer.ts';
import { addMoveBucketCommands } from './bucket-move-commands.ts';

/** `bucket create`, `list`, `open`, `close`, `move` and `rebalance`. */
export function addBucketCommands(program: Command): void {
  const bucket = program.command('bucket').description('buckets: os dados dos lojistas, em partes');
  bucket
    .command('list')
    .description('lista os buckets: lojistas, tamanho e, em um cluster, o nó')
    .action((_options: object, command: Command) =>
      answer(command, async ({ database }) => listed(await listBuckets(database))),
    );
  bucket
    .command('create')
    .description('cria um bucket vazio; após dois minutos recebe novos lojistas')
    .action((_options: object, command: Command) => answer(command, create));
  addStateCommand(bucket, 'open', 'o bucket volta a receber novos lojistas');
  addStateCommand(bucket, 'close', 'o bucket deixa de receber novos lojistas');
  addMoveBucketCommands(bucket);
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
async function create(appContext: GatewayContext): Promise<Answer> {
  const { database, clock } = appContext;
  const role = await workingRole(database);
  const bucketId = await asOwner(appContext, async (owner) => {
    const made = await createBucket(owner, clock.now());
    if (!role.isOwner) await grantRuntimeRights(owner, role.name);
    return made;
  });
  return { json: { bucket: bucketId }, text: `bucket ${bucketId} criado` };
}
