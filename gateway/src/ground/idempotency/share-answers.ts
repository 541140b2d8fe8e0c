import type { BatchResult } from '../work/batcher.ts';
import { type KeyedRequest, nameOfKey, refusalOfReuse } from './idempotency-key.ts';

/** Runs requests without a common key, and makes the replay of an answer. */
export interface SharedRun<Item, Value> {
  readonly keyedOf: (item: Item) => KeyedRequest | undefined;
  readonly run: (items: readonly Item[]) => Promise<readonly BatchResult<Value>[]>;
  readonly replayOf: (value: Value) => Value;
}

/**
 * Runs a batch in which a key may come several times: only the first request of each key is run.
 * An equal request gets the answer of the first one as a replay, or its refusal. A different
 * request under the key is refused with `idempotency_key_reused` when the first one has an answer.
 * When the first one was refused, the different request is run in the next batch.
 */
export async function shareAnswers<Item, Value>(
  items: readonly Item[],
  { keyedOf, run, replayOf }: SharedRun<Item, Value>,
): Promise<readonly BatchResult<Value>[]> {
  const firsts: Item[] = [];
  const firstByKey = new Map<string, { index: number; keyed: KeyedRequest }>();
  const positions = items.map((item) => {
    const keyed = keyedOf(item);
    const first = keyed && firstByKey.get(nameOfKey(keyed));
    if (keyed && first) {
      const refusal = refusalOfReuse(keyed, first.keyed.requestDigest);
      return { index: first.index, isFirst: false, refusal };
    }
    const index = firsts.push(item) - 1;
    if (keyed) firstByKey.set(nameOfKey(keyed), { index, keyed });
    return { index, isFirst: true, refusal: undefined };
  });
  const results = await run(firsts);
  return positions.map(({ index, isFirst, refusal }): BatchResult<Value> => {
    const result = results[index];
    if (!result) return { error: new Error('a request of the batch has no result') };
    if (isFirst) return result;
    if (refusal) return 'value' in result ? { error: refusal } : { later: true };
    return 'value' in result ? { value: replayOf(result.value) } : result;
  });
}
