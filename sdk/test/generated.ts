import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestGateway } from '../../gateway/test/support/gateway.ts';
import { generatedFiles } from '../tools/generated-files.ts';
import type { OpenApiDocument } from '../tools/openapi.ts';
import { SDK } from './support/languages.ts';

/** The types of the SDKs are committed, so that a change of the API shows in them. */
export function testGeneratedFiles(gateway: TestGateway): void {
  test('the types of the SDKs are those of the OpenAPI document', async () => {
    const { body } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
    const files = Object.entries(await generatedFiles(body));
    assert.ok(files.length >= 6);
    const stale = files.filter(([path, text]) => readFileSync(join(SDK, path), 'utf8') !== text);
    assert.deepEqual(
      stale.map(([path]) => path),
      [],
      'run: npm run -s sdk:types',
    );
  });
}
