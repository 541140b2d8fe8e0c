import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { panelDocument } from '../../gateway/tools/panel-document.ts';

const TARGET = join(import.meta.dirname, '..', 'src', 'api', 'schema.d.ts');

/** Writes the types of the panel's API, made from the document that its routes make. */
export async function writeTypes(): Promise<void> {
  const text = JSON.stringify(await panelDocument());
  await writeFile(TARGET, astToString(await openapiTypes(text)));
}

if (import.meta.main) await writeTypes();
