import type { BucketId } from '../bucket-id.ts';
import type { Statement } from '../database-types.ts';
import { type BucketShards, LOCK } from './bucket-shards.ts';

/** No merchant has this id. */
const NO_MERCHANT = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A statement with its values. */
export interface StatementCall {
  readonly statement: Statement;
  readonly values: unknown[];
}

/** The statement to send, and the statements to send before it. */
export interface ChosenStatement {
  readonly before: readonly StatementCall[];
  /** Undefined: the statement as it is, through Citus. */
  readonly statement: Statement | undefined;
}

/** Chooses the statements of one transaction that name shards. */
export interface ShardUse {
  choose(
    bucketId: BucketId,
    statement: Statement,
    shards: BucketShards | undefined,
  ): ChosenStatement;
}

/**
 * Begins to name shards in a transaction. Each bucket is locked on the node before its first such
 * statement. Citus doesn't know what these statements write: when others go through Citus too, it
 * would commit on another node before this one, and a crash between the two would leave half of the
 * transaction. A write through Citus on this node, which changes no row, makes it use a two-phase
 * commit.
 */
export function startShardUse(): ShardUse {
  const locked = new Set<BucketId>();
  let hasOther = false;
  let isTwoPhase = false;

  /** The write that makes Citus use a two-phase commit, once it is needed. */
  function twoPhase(): StatementCall[] {
    const [bucketId] = locked;
    if (isTwoPhase || !hasOther || bucketId === undefined) return [];
    isTwoPhase = true;
    const name = `citus_two_phase_${bucketId}`;
    const text = `update ${bucketId}.bucket_merchants set merchant_id = $1 where merchant_id = $1`;
    return [{ statement: { name, text }, values: [NO_MERCHANT] }];
  }

  return {
    choose(bucketId, statement, shards) {
      const named = shards?.statementOf(statement);
      if (shards === undefined || named === undefined) {
        hasOther = true;
        return { before: twoPhase(), statement: undefined };
      }
      if (!named.isOfBucket || locked.has(bucketId)) return { before: [], statement: named };
      locked.add(bucketId);
      const lock = { statement: LOCK, values: [shards.shardId] };
      return { before: [lock, ...twoPhase()], statement: named };
    },
  };
}
