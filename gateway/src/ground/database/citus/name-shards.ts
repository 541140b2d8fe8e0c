/** The tables of a cluster as one of its nodes has them, by their names without a schema. */
export interface NodeTables {
  /** The tables of a bucket, with the names of the tables that have their rows on the node. */
  readonly ofBucket: ReadonlyMap<string, string>;
  /** The tables that every server has a copy of, with the names of the copies. */
  readonly copies: ReadonlyMap<string, string>;
  /** All other tables: their rows are on the coordinator. */
  readonly elsewhere: ReadonlySet<string>;
}

/** A statement that names shards instead of tables. */
export interface ShardText {
  readonly text: string;
  /** Whether it names tables of the bucket, and not only copies. */
  readonly isOfBucket: boolean;
}

interface Token {
  /** In lower case, if it is a word. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A table at a place where SQL expects one. */
interface NamedTable {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly hasAlias: boolean;
  readonly isWritten: boolean;
}

// A text, a quoted name, a comment, a word or number, or another character.
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\w+|[^\s]/g;
const WORD = /^[a-z_]/;
const COMMON_TABLES = /\b(\w+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;
const LOCKS_ROWS = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i;
const BEFORE_TABLE = new Set(['from', 'join', 'into', 'update', 'using']);
/** No table follows `do update`, `for update` and `is distinct from`. */
const NO_TABLE = new Set(['do update', 'for update', 'key update', 'distinct from']);
/** The words after a table that has no alias. */
const AFTER_TABLE = new Set(
  (
    'cross except fetch for full group having inner intersect join left limit natural offset on ' +
    'order returning right select set union using values where window'
  ).split(' '),
);

/**
 * A statement with the names of shards in place of its tables, which keep their names as aliases:
 * PostgreSQL then runs it on the node as if there were no cluster. Undefined if the statement must
 * go through Citus, because it names a table of another server or writes or locks rows of a copy,
 * and if it names no table, or one at a place that is not known here.
 */
export function nameShards(text: string, node: NodeTables): ShardText | undefined {
  const tokens = tokensOf(text);
  const tables = tablesIn(tokens, text);
  if (tables.length === 0 || namesOtherwise(tokens, tables, node)) return undefined;
  const copies = tables.filter(({ name }) => node.copies.has(name));
  const isReadOnly = copies.every(({ isWritten }) => !isWritten) && !LOCKS_ROWS.test(text);
  if (copies.length > 0 && !isReadOnly) return undefined;
  let written = '';
  let at = 0;
  for (const { name, start, end, hasAlias } of tables) {
    const shard = node.ofBucket.get(name) ?? node.copies.get(name);
    if (shard === undefined) return undefined;
    written += `${text.slice(at, start)}${shard}${hasAlias ? '' : ` as ${name}`}`;
    at = end;
  }
  return { text: written + text.slice(at), isOfBucket: tables.length > copies.length };
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)]
    .filter(([token]) => !token.startsWith('--'))
    .map(({ 0: token, index }) => ({
      word: token.toLowerCase(),
      start: index,
      end: index + token.length,
    }));
}

function tablesIn(tokens: readonly Token[], text: string): NamedTable[] {
  const common = new Set([...text.matchAll(COMMON_TABLES)].map(([, name]) => name));
  const wordAt = (index: number): string => tokens[index]?.word ?? '';
  return tokens.flatMap(({ word }, index) => {
    const before = wordAt(index - 1);
    if (!BEFORE_TABLE.has(word) || NO_TABLE.has(`${before} ${word}`)) return [];
    const isQualified = wordAt(index + 1) === 'public' && wordAt(index + 2) === '.';
    const at = isQualified ? index + 3 : index + 1;
    const [name, after] = [wordAt(at), wordAt(at + 1)];
    const isFunction = after === '(' && word !== 'into';
    if (!WORD.test(name) || isFunction || name === 'lateral' || common.has(name)) return [];
    const table: NamedTable = {
      name,
      start: tokens[index + 1]?.start ?? 0,
      end: tokens[at]?.end ?? 0,
      hasAlias: WORD.test(after) && !AFTER_TABLE.has(after),
      isWritten: word === 'into' || word === 'update' || before === 'delete',
    };
    return [table];
  });
}

/** Whether a word is the name of a table but not at one of the found places, nor a qualifier. */
function namesOtherwise(
  tokens: readonly Token[],
  tables: readonly NamedTable[],
  { ofBucket, copies, elsewhere }: NodeTables,
): boolean {
  const found = new Set(tables.map(({ end }) => end));
  return tokens.some(({ word, end }, index) => {
    if (!ofBucket.has(word) && !copies.has(word) && !elsewhere.has(word)) return false;
    const isQualifier = tokens[index + 1]?.word === '.' || tokens[index - 1]?.word === 'of';
    const isColumn = tokens[index - 1]?.word === '.';
    return !found.has(end) && !isQualifier && !isColumn;
  });
}
