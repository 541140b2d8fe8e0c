import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNamedFile } from './fast-imports.ts';

test('an import that names a file of the gateway is found where Node finds it', () => {
  for (const specifier of ['./clock.ts', './config/config.ts', './money/centavos.ts']) {
    assert.deepEqual(findNamedFile(specifier, import.meta.url), {
      url: import.meta.resolve(specifier),
      format: 'module-typescript',
      shortCircuit: true,
    });
  }
});

test('packages, files of other folders and imports without an ending are left to Node', () => {
  const typebox = import.meta.resolve('typebox');
  assert.equal(findNamedFile('./type.mjs', typebox)?.url, new URL('./type.mjs', typebox).href);
  for (const [specifier, parent] of [
    ['typebox', import.meta.url],
    ['node:fs', import.meta.url],
    ['pg/lib/x.mjs', import.meta.url],
    ['./clock', import.meta.url],
    ['./file.ts', typebox],
    ['./config/config.ts', typebox],
    ['./file.mjs', 'data:text/javascript,'],
    ['./file.mjs', undefined],
  ] as const) {
    assert.equal(findNamedFile(specifier, parent), undefined, specifier);
  }
});
