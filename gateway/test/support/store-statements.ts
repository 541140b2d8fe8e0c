import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Statement } from '#src/ground/database/database.ts';
import { type TypedStatement, typedStatements } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';

const SOURCE = resolve(import.meta.dirname, '../../src');
/** Files with statements: every store, those of orders, and parts of the platform. */
const HAS_STATEMENTS =
  /-store\.ts$|^bank\/orders\/order-statements\.ts$|^ground\/(?:[a-z-]+\/)?[a-z-]+\.ts$/;
/** `ledger verify` reads whole ledgers on purpose, and migrations run once. */
const LEFT_OUT = /-checks-store\.ts$|^ground\/database\/migrate\.ts$|\.test\.ts$/;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)\b/gm;
const NAME =
  /^ +name: '([a-z0-9_]+)',\n(?: +place: .*\n)? +text: |\{ name: '([a-z0-9_]+)', text: /gm;
/** The name of a typed statement, which may have computed parts. */
const TYPED_NAME =
  /\b(?:one|maybeOne|many|countRows|run|send|sendForRows)\(\s*(?:'([^']+)'|`([^`]+)`),/g;
const COLLECTED = '__statements';

interface CollectedStatement extends Statement {
  /** The due check of a queue, which is sent as a part of a statement. */
  readonly isQueue?: true;
}

export interface StoreStatement extends CollectedStatement {
  /** Relative to src. */
  readonly file: string;
  /** Undefined for a statement that is a constant with a text. */
  readonly typed?: TypedStatement;
}

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value;
}

/** The due check of a queue is sent as a part of a statement. */
function isQueue(value: unknown): value is DueQueue {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false;
  return 'due' in value && typeof value.due === 'string';
}

function statementsOfConstant(value: unknown): CollectedStatement[] {
  if (isStatement(value)) return [value];
  if (isQueue(value)) {
    const { name, due, soon } = value;
    const check = { place: HERE, isQueue: true } as const;
    return [
      { ...check, name, text: due },
      ...(soon ? [{ ...check, name: `${name}-soon`, text: soon }] : []),
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value)
    .filter((part) => isStatement(part) || isQueue(part))
    .flatMap(statementsOfConstant);
}

/** Every statement in the rules of the verification. */
export function statementsIn(value: unknown): Statement[] {
  if (isStatement(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(statementsIn);
}

/**
 * Collects every statement of every store: typed ones as they were registered, and constants with a
 * text. The modules with constants are loaded with their constants exported, so that each statement
 * has the text that is sent; beside typed statements a file exports its constants. Throws when a
 * file has a statement outside its constants, because that one can't be collected.
 */
export async function collectStatements(): Promise<readonly StoreStatement[]> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => HAS_STATEMENTS.test(file) && !LEFT_OUT.test(file),
  );
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith('?statements')) return nextLoad(url, context);
      const text = readFileSync(new URL(url), 'utf8');
      const names = [...text.matchAll(CONSTANT)].map(([, name = '']) => name);
      const source = `${text}\nexport const ${COLLECTED} = { ${names.join(', ')} };`;
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
  try {
    // A store may make the statements of another one: all are loaded before the first is read.
    for (const file of files) if (file.endsWith('-store.ts')) await import(addressOf(file));
    const collected: StoreStatement[] = [];
    for (const file of files) collected.push(...(await statementsOf(file)));
    const names = new Set(collected.map(({ name }) => name));
    // Tests of statements may have registered their own in this process.
    const lost = typedStatements.filter(
      ({ name }) => !names.has(name) && !name.startsWith('test_'),
    );
    if (lost.length > 0) throw new Error(`in no store: ${lost.map(({ name }) => name)}`);
    return collected;
  } finally {
    hooks.deregister();
  }
}

function addressOf(file: string): string {
  return pathToFileURL(join(SOURCE, file)).href;
}

async function statementsOf(file: string): Promise<StoreStatement[]> {
  const path = join(SOURCE, file);
  const text = readFileSync(path, 'utf8');
  const written = [...text.matchAll(NAME)].map(([, first, second]) => first ?? second);
  const isStore = file.endsWith('-store.ts') || text.includes("/sql.ts'");
  if (written.length === 0 && !isStore) return [];
  const address = addressOf(file);
  const loaded: Record<string, unknown> = await import(address);
  const names = [...text.matchAll(TYPED_NAME)].map(
    ([, plain = '', computed = plain]) => new RegExp(`^${computed.replace(/\$\{[^}]+\}/g, '.+')}$`),
  );
  const typed = typedStatements
    .filter(({ name }) => names.some((pattern) => pattern.test(name)))
    .map((statement) => ({ ...statement, typed: statement, file }));
  // A file of typed statements only is not loaded twice, because it would register them twice.
  if (written.length === 0 && typed.length > 0) {
    const exported = Object.values(loaded).flatMap(statementsOfConstant);
    return [...typed, ...exported.map((statement) => ({ ...statement, file }))];
  }
  const module: Record<string, unknown> = await import(`${address}?statements`);
  const statements = Object.values(module[COLLECTED] ?? {}).flatMap(statementsOfConstant);
  const known = new Set(statements.map((statement) => statement.name));
  const lost = written.filter((name) => name !== undefined && !known.has(name));
  if (lost.length > 0) throw new Error(`${relative(SOURCE, path)}: not in a constant: ${lost}`);
  return [...typed, ...statements.map((statement) => ({ ...statement, file }))];
}
