import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { panelDocument } from '../../gateway/tools/panel-document.ts';
import { renderTypes } from './render-types.ts';

const API = join(import.meta.dirname, '..', 'src', 'api');

interface Operation {
  readonly operationId: string;
  /** The roles that may call the operation, by environment. */
  readonly 'x-roles'?: Readonly<Record<string, readonly string[]>>;
}

/** Writes what the panel knows of its API, made from the document that its routes make. */
export async function writeTypes(): Promise<void> {
  const document = await panelDocument();
  await writeFile(join(API, 'schema.d.ts'), await renderTypes(document));
  await writeFile(join(API, 'access.ts'), accessOf(document));
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

if (import.meta.main) await writeTypes();
