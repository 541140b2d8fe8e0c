import { DatabaseSync } from 'node:sqlite';

/** Stores documents by kind and id. A transaction saves all its documents or none. */
export interface StateStore {
  load(kind: string): string[];
  save(kind: string, id: string, document: string): void;
  remove(kind: string, id: string): void;
  begin(): void;
  commit(): void;
  rollback(): void;
  close(): void;
}

const SCHEMA = `
  create table if not exists documents (
    number integer primary key,
    kind text not null,
    id text not null,
    document text not null,
    unique (kind, id)
  )`;

/** A store in a file. `number` keeps the order in which documents were first saved. */
export function openStateFile(path: string): StateStore {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal;');
  database.exec(SCHEMA);
  const load = database.prepare('select document from documents where kind = ? order by number');
  const save = database.prepare(`
    insert into documents (kind, id, document) values (?, ?, ?)
    on conflict (kind, id) do update set document = excluded.document`);
  const remove = database.prepare('delete from documents where kind = ? and id = ?');
  return {
    load: (kind) => load.all(kind).map((row) => String(row.document)),
    save: (kind, id, document) => void save.run(kind, id, document),
    remove: (kind, id) => void remove.run(kind, id),
    begin: () => database.exec('begin immediate'),
    commit: () => database.exec('commit'),
    rollback: () => database.exec('rollback'),
    close: () => database.close(),
  };
}

/** A store that keeps nothing: the state ends with the process. */
export const noStateFile: StateStore = {
  load: () => [],
  save: () => {},
  remove: () => {},
  begin: () => {},
  commit: () => {},
  rollback: () => {},
  close: () => {},
};
