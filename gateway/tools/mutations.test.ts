import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Mutation, mutantOf, ROOT, readMutations } from './mutations/tool/mutation.ts';

const MUTATIONS_MIN = 120;
const mutations = await readMutations();

/** What is wrong with a line of the list; undefined when it can be applied. */
function faultOf(mutation: Mutation): string | undefined {
  const { file, text, replacement, tests, why } = mutation;
  if (text === replacement) return `${file}: the replacement is the same text: ${text}`;
  if (tests.length === 0 || why === '') return `${file}: no tests or no reason: ${text}`;
  const missing = tests.find((path) => !existsSync(join(ROOT, path)));
  if (missing !== undefined) return `there is no ${missing}`;
  try {
    stripTypeScriptTypes(mutantOf(mutation).content);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test('each listed mutation fits the code and names tests that exist', () => {
  assert.deepEqual(
    mutations.flatMap((mutation) => faultOf(mutation) ?? []),
    [],
  );
});

const WORD = /[A-Za-z_$][\w$]*/g;
const CALLED = /(?<![.\w$])[A-Za-z_$][\w$]*(?=\()/g;
const KEYWORDS = ['if', 'for', 'while', 'function', 'catch', 'switch', 'return', 'await'];

test('a replacement calls only functions that its file knows, so that it fails for its reason', () => {
  const unknown = mutations.flatMap(({ file, replacement }) => {
    const known = new Set(readFileSync(join(ROOT, file), 'utf8').match(WORD));
    const called = replacement.replace(/'[^']*'|`[^`]*`/g, '').match(CALLED) ?? [];
    return called
      .filter((name) => !known.has(name) && !(name in globalThis) && !KEYWORDS.includes(name))
      .map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(unknown, []);
});

test('no mutation is listed twice', () => {
  const seen = mutations.map(({ file, text, occurrence, replacement }) =>
    JSON.stringify([file, text, occurrence, replacement]),
  );
  assert.equal(new Set(seen).size, seen.length);
});

test(`at least ${MUTATIONS_MIN} mutations are listed`, () => {
  assert.ok(mutations.length >= MUTATIONS_MIN, `${mutations.length}`);
});
