import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedFiles, PHP_RESOURCES } from '../../sdk/tools/generated-files.ts';
import type { OpenApiDocument } from '../../sdk/tools/openapi.ts';
import { merchantDocument } from './panel-document.ts';

const SDK = join(import.meta.dirname, '../../sdk');

// They are committed, so that a change of the API shows in them.
test('the types and resources of the SDKs are those of the OpenAPI document', async () => {
  const document = (await merchantDocument()) as OpenApiDocument;
  const files = Object.entries(await generatedFiles(document));
  assert.ok(files.length >= 20);
  const made = new Map(files);
  const classes = readdirSync(join(SDK, PHP_RESOURCES)).map((name) => `${PHP_RESOURCES}/${name}`);
  const stale = [...new Set([...made.keys(), ...classes])].filter(
    (path) => textOf(path) !== made.get(path),
  );
  assert.deepEqual(
    stale,
    [],
    'the API has changed: run `npm run -s sdk:types` and commit what it writes under sdk/',
  );
});

function textOf(path: string): string {
  const file = join(SDK, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
