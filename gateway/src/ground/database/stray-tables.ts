import pg from 'pg';
import { HOME_BUCKET } from './bucket-id.ts';
import type { Database, Queryable, Transaction } from './database-types.ts';
import { MigrationRefusal } from './migration-refusal.ts';
import { COORDINATOR } from './statement-place.ts';

/** The only stray table with rows: the names of the migrations that the old version applied. */
const RECORDS = 'schema_migrations';
const FIND = {
  name: 'stray_tables',
  place: COORDINATOR,
  text: `select stray.relname::text as name
    from pg_class stray join pg_class global on global.relname = stray.relname
    where stray.relnamespace = to_regnamespace('${HOME_BUCKET}') and stray.relkind in ('r', 'p')
      and global.relnamespace = 'public'::regnamespace and global.relkind in ('r', 'p')
    order by stray.relname`,
};

/**
 * The tables of the first bucket that hide global tables of the same name. A version before
 * migration 0140 that starts on a newer database makes them before it fails; until they are removed
 * every statement on the global tables finds the empty ones.
 */
export async function findStrayTables(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(FIND, []);
  return rows.map(({ name }) => name);
}

/**
 * Removes the tables that hide global ones, as the owner.
 * @returns the names of the removed tables.
 * @throws {MigrationRefusal} when one of them has rows: nothing is removed then.
 */
export async function removeStrayTables(owner: Database): Promise<readonly string[]> {
  const names = await findStrayTables(owner);
  if (names.length === 0) return names;
  const tables = names.map((name) => `${HOME_BUCKET}.${pg.escapeIdentifier(name)}`);
  await owner.transaction(async (tx) => {
    await tx.script(`lock table ${tables.join(', ')} in access exclusive mode`);
    await requireEmpty(tx, names);
    await tx.script(`drop table ${tables.join(', ')}`);
  });
  return names;
}

async function requireEmpty(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const name of names.filter((table) => table !== RECORDS)) {
    const table = `${HOME_BUCKET}.${pg.escapeIdentifier(name)}`;
    const text = `select from ${table} limit 1`;
    const rows = await tx.query({ name: `stray_rows_${name}`, place: COORDINATOR, text }, []);
    if (rows.length === 0) continue;
    throw new MigrationRefusal(
      `a tabela ${table}, de uma versão antiga, tem linhas e esconde public.${name}: nada foi ` +
        'alterado; veja "An older version by mistake" em docs/operating/upgrading.md',
    );
  }
}
