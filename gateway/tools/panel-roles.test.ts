import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { MEMBER_ROLES, OPERATOR_ROLES } from '#src/ground/access/roles.ts';
import { readPages } from '../../panel/build/read-pages.ts';
import { panelDocument } from './panel-document.ts';

const FEATURES = join(import.meta.dirname, '../../panel/src/features');
const MUTATION = /api\.useMutation\(\s*'([a-z]+)',\s*(?:'([^']+)'|(\w+))/g;
const GUARD = /(?:<IfAllowed operation=|useMay\w*\()["']([A-Za-z]+)["']/g;

interface Operation {
  readonly operationId: string;
  readonly 'x-roles'?: Readonly<Record<string, readonly string[]>>;
}

const { paths } = (await panelDocument()) as { paths: Record<string, Record<string, Operation>> };
const rolesOf = new Map(
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation['x-roles']]),
);
const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(FEATURES, path), 'utf8');
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    return { path, text, guards: named(GUARD) };
  });
const pages = readPages();

/** The changes that a file of the panel calls, by the operation's id. */
function changesOf(text: string): string[] {
  return [...text.matchAll(MUTATION)].map(([, method = '', path, constant]) => {
    const named = path ?? text.match(new RegExp(`const ${constant} = '([^']+)'`))?.[1] ?? '';
    const operation = paths[named]?.[method];
    assert.ok(operation, `${method} ${named} is not in the document`);
    return operation.operationId;
  });
}

/** Whether an operation is refused to some roles of its side, in some environment. */
function isRefusedToSome(id: string): boolean {
  return Object.values(rolesOf.get(id) ?? {}).some((roles) => {
    const all = roles.includes('admin') ? OPERATOR_ROLES : MEMBER_ROLES;
    return roles.length < all.length;
  });
}

/**
 * A change is guarded by its own name anywhere in the panel; or, by an operation that the same
 * roles may call, in its file or at the entry of its page in the menu.
 */
test('the panel asks for the role before it offers a change', () => {
  const everywhere = files.flatMap(({ guards }) => guards);
  const faults = files.flatMap(({ path, text, guards }) => {
    const entries = pages
      .filter(({ module }) => dirname(module) === join('src/features', dirname(path)))
      .flatMap(({ operation = [] }) => operation);
    return changesOf(text)
      .filter((id) => isRefusedToSome(id) && !everywhere.includes(id))
      .filter((id) => ![...guards, ...entries].some((guard) => haveSameRoles(guard, id)))
      .map((id) => `${path} calls ${id}`);
  });
  assert.deepEqual(faults, []);
});

function haveSameRoles(one: string, other: string): boolean {
  return JSON.stringify(rolesOf.get(one)) === JSON.stringify(rolesOf.get(other));
}
