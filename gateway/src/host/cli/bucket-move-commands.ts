import type { Command } from 'commander';
import type { Answer } from '#src/ground/commands/answer.ts';
import { asOwner } from '#src/ground/commands/owner-session.ts';
import { answer } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { listBuckets } from '#src/ground/database/bucket-facts.ts';
import { isBucketId } from '#src/ground/database/buckets.ts';
import {
  type BucketMove,
  listNodes,
  moveBucket,
  planRebalance,
} from '#src/ground/database/citus/bucket-nodes.ts';
import { isCitus } from '#src/ground/database/citus/place-tables.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { listed } from './bucket-answer.ts';

const MOVE_EXAMPLES = `
Exemplos:
  pix-gateway bucket list
  pix-gateway bucket move b1 --to 10.0.0.12:5432`;
const REBALANCE_EXAMPLES = `
Exemplos:
  pix-gateway bucket rebalance --dry-run
  pix-gateway bucket rebalance`;

/** `bucket move` and `bucket rebalance`, for the nodes of a Citus cluster. */
export function addMoveBucketCommands(bucket: Command): void {
  bucket
    .command('move')
    .description('move um bucket, em uso, para outro nó do cluster Citus')
    .argument('<bucket>', 'por exemplo b1')
    .requiredOption('--to <nó>', 'host:porta de um nó do cluster')
    .addHelpText('after', MOVE_EXAMPLES)
    .action((bucketId: string, { to }: { to: string }, command: Command) =>
      answer(command, (appContext) => move(appContext, bucketId, to)),
    );
  bucket
    .command('rebalance')
    .description('move buckets até os nós do cluster Citus terem partes iguais')
    .option('--dry-run', 'mostra o que seria movido, sem mover')
    .addHelpText('after', REBALANCE_EXAMPLES)
    .action(({ dryRun }: { dryRun?: boolean }, command: Command) =>
      answer(command, (appContext) => rebalance(appContext, dryRun === true)),
    );
}

function move(appContext: GatewayContext, bucketId: string, node: string): Promise<Answer> {
  return asClusterOwner(appContext, async (owner) => {
    const bucket = (await listBuckets(owner)).find((facts) => facts.bucketId === bucketId);
    if (!bucket || !isBucketId(bucketId)) throw new UsageError(`não há bucket ${bucketId}`);
    const nodes = await listNodes(owner);
    if (!nodes.includes(node)) {
      throw new UsageError(`não há nó ${node} para buckets; nós: ${nodes.join(', ')}`);
    }
    if (bucket.node !== node) await moveBucket(owner, { bucketId, node });
    return listed(await listBuckets(owner));
  });
}

function rebalance(appContext: GatewayContext, isDryRun: boolean): Promise<Answer> {
  return asClusterOwner(appContext, async (owner) => {
    const moves = await planRebalance(owner);
    if (!isDryRun) for (const move of moves) await moveBucket(owner, move);
    const json = { moves: moves.map(({ bucketId, node }) => ({ bucket: bucketId, node })) };
    return { json, text: moves.length === 0 ? 'nada a mover' : textOf(moves, isDryRun) };
  });
}

function textOf(moves: readonly BucketMove[], isDryRun: boolean): string {
  const what = isDryRun ? 'seria movido' : 'movido';
  return moves.map(({ bucketId, node }) => `${bucketId} ${what} para o nó ${node}`).join('\n');
}

/** Runs work as the owner of the tables of a cluster. @throws {Refusal} cluster_required */
function asClusterOwner<Result>(
  appContext: GatewayContext,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  return asOwner(appContext, async (owner) => {
    if (!(await isCitus(owner))) throw new Refusal('cluster_required');
    return work(owner);
  });
}
