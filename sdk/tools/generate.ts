import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { merchantDocument } from '../../gateway/tools/panel-document.ts';
import { generatedFiles } from './generated-files.ts';
import type { OpenApiDocument } from './openapi.ts';

/** Writes the files of the SDKs that follow from the OpenAPI document: `npm run -s sdk:types`. */
const SDK = join(import.meta.dirname, '..');
const document = (await merchantDocument()) as OpenApiDocument;
for (const [path, text] of Object.entries(await generatedFiles(document))) {
  await writeFile(join(SDK, path), text);
}
