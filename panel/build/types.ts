import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../gateway/src/ground/http/language.ts';
import { descriptionOf, eventKinds } from '../../gateway/src/webhooks/webhook-event.ts';
import { panelDocument } from '../../gateway/tools/panel-document.ts';
import { renderTypes } from './render-types.ts';

const SOURCE = join(import.meta.dirname, '..', 'src');
const API = join(SOURCE, 'api');

interface Operation {
  readonly operationId: string;
  /** The roles that may call the operation, by environment. */
  readonly 'x-roles'?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Writes what the panel knows of its API, made from the document that its routes make, and the names
 * of events.
 */
export async function writeTypes(): Promise<void> {
  const document = await panelDocument();
  await writeFile(join(API, 'schema.d.ts'), await renderTypes(document));
  await writeFile(join(API, 'access.ts'), accessOf(document));
  for (const language of ['pt-BR', 'en'] as const)
    await writeFile(join(SOURCE, 'texts', language, 'event-names.ts'), eventNamesIn(language));
}

function accessOf(document: object): string {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  const rows = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => {
      const roles = operation['x-roles'];
      return roles ? [[operation.operationId, roles] as const] : [];
    });
  const table = JSON.stringify(Object.fromEntries(rows), null, 2);
  return `/** The roles that may call each operation, by environment. */
export const ACCESS = ${table} as const;

export type OperationId = keyof typeof ACCESS;
`;
}

/** The catalogue of the names of events in a language. */
function eventNamesIn(language: Language): string {
  const names = eventKinds.map((kind) => [kind, descriptionOf(kind).title[language]]);
  const table = JSON.stringify(Object.fromEntries(names), null, 2);
  if (language === 'pt-BR') return `export const texts = ${table};\n`;
  const type = "import type { texts as pt } from '#texts/event-names.ts';";
  return `${type}\n\nexport const texts: typeof pt = ${table};\n`;
}

if (import.meta.main) await writeTypes();
