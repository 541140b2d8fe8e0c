import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedFiles } from '../../sdk/tools/generated-files.ts';
import type { OpenApiDocument } from '../../sdk/tools/openapi.ts';
import { merchantDocument } from './panel-document.ts';

const SDK = join(import.meta.dirname, '../../sdk');

// They are committed, so that a change of the API shows in them.
test('the types of the SDKs are those of the OpenAPI document', async () => {
  const document = (await merchantDocument()) as OpenApiDocument;
  const files = Object.entries(await generatedFiles(document));
  assert.ok(files.length >= 6);
  const stale = files.filter(([path, text]) => readFileSync(join(SDK, path), 'utf8') !== text);
  assert.deepEqual(
    stale.map(([path]) => path),
    [],
    'the API has changed: run `npm run -s sdk:types` and commit what it writes under sdk/',
  );
});
