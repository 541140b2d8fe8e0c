import { digestsEqual } from '#src/platform/encryption/encryption.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { type KeyedRequest, nameOfKey } from './idempotency-key.ts';

/** How to run the requests of a batch, no two under one key, and to give an answer once more. */
export interface SharedRun<Item, Value> {
  readonly keyedOf: (item: Item) => KeyedRequest | undefined;
  readonly run: (items: readonly Item[]) => Promise<readonly BatchResult<Value>[]>;
  readonly replayOf: (value: Value) => Value;
}

/**
 * Runs a batch in which a key may come several times: only the first request of each key is run.
 * An equal request gets the first one's answer as a replay, or its refusal. A different one is
 * refused with `idempotency_key_reused` when the first one has an answer. When the first one was
 * refused its key is free, or another body's: the different request goes with the next batch.
 */
export async function shareAnswers<Item, Value>(
  items: readonly Item[],
  { keyedOf, run, replayOf }: SharedRun<Item, Value>,
): Promise<readonly BatchResult<Value>[]> {
  const firsts: Item[] = [];
  const firstByKey = new Map<string, { place: number; keyed: KeyedRequest }>();
  const places = items.map((item) => {
    const keyed = keyedOf(item);
    const first = keyed && firstByKey.get(nameOfKey(keyed));
    if (keyed && first) {
      const isEqual = digestsEqual(keyed.requestSha256, first.keyed.requestSha256);
      return { place: first.place, follows: isEqual ? 'equal' : 'different' } as const;
    }
    const place = firsts.push(item) - 1;
    if (keyed) firstByKey.set(nameOfKey(keyed), { place, keyed });
    return { place, follows: 'nothing' } as const;
  });
  const results = await run(firsts);
  return places.map(({ place, follows }): BatchResult<Value> => {
    const result = results[place];
    if (!result) return { error: new Error('a request of the batch has no result') };
    if (follows === 'nothing') return result;
    if (follows === 'equal') return 'value' in result ? { value: replayOf(result.value) } : result;
    return 'value' in result ? { error: new Refusal('idempotency_key_reused') } : { later: true };
  });
}
