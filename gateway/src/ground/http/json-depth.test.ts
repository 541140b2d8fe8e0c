import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isNestedDeeper } from './json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('a JSON text has the depth of its value, also with brackets in its strings', () => {
  const texts = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a') });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      texts,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(texts, tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 7 }), (json, levels) => {
      const isDeeper = isNestedDeeper(JSON.stringify(json), levels);
      assert.equal(isDeeper, depthOf(json) > levels);
    }),
    { numRuns: 500 },
  );
});
