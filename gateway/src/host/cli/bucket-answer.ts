import { isoTime } from '#src/ground/clock.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { lines } from '#src/ground/commands/session.ts';
import type { BucketFacts } from '#src/ground/database/bucket-facts.ts';

const MEBIBYTE = 1_048_576;

/** The answer with facts of each bucket. */
export function listed(buckets: readonly BucketFacts[]): Answer {
  const json = buckets.map(({ bucketId, state, createdAt, merchants, node, sizeBytes }) => ({
    bucket: bucketId,
    state,
    merchants,
    node,
    size_bytes: sizeBytes,
    created_at: isoTime(createdAt),
  }));
  const facts = buckets.map(({ bucketId, state, merchants, node, sizeBytes }) => [
    bucketId,
    `${state === 'open' ? 'aberto' : 'fechado'}, ` +
      `${merchants} ${merchants === 1 ? 'lojista' : 'lojistas'}, ` +
      `${(sizeBytes / MEBIBYTE).toFixed(1)} MiB${node === null ? '' : `, nó ${node}`}`,
  ]);
  return { json, text: lines(Object.fromEntries(facts)) };
}
