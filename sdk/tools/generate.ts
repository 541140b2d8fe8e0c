import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { merchantDocument } from '../../gateway/tools/panel-document.ts';
import { generatedFiles, PHP_RESOURCES } from './generated-files.ts';
import type { OpenApiDocument } from './openapi.ts';

/** Writes the files of the SDKs that follow from the OpenAPI document: `npm run -s sdk:types`. */
const SDK = join(import.meta.dirname, '..');
const document = (await merchantDocument()) as OpenApiDocument;
const files = Object.entries(await generatedFiles(document));
// A resource that the API has no more must leave no class behind.
await rm(join(SDK, PHP_RESOURCES), { recursive: true, force: true });
await mkdir(join(SDK, PHP_RESOURCES));
for (const [path, text] of files) {
  await writeFile(join(SDK, path), text);
}
