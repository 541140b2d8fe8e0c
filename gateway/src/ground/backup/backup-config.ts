import { isAbsolute, relative, resolve } from 'node:path';

/** Where backups of the embedded database are kept. */
export interface BackupConfig {
  readonly dir: string;
  /** How many base backups are kept, with the log that they need. */
  readonly keep: number;
}

/** The part of the reader of the environment that is used here. */
interface Variables {
  optional(name: string): string | undefined;
  text(name: string, otherwise: string): string;
  integer(name: string, otherwise: number, bounds: { min: number; max: number }): number;
}

const KEPT = { min: 1, max: 1_000 };
const KEPT_DEFAULT = 7;

/** Reads BACKUP_DIR and BACKUP_KEEP. Throws the error that `refuse` makes for a wrong variable. */
export function readBackupConfig(
  read: Variables,
  refuse: (message: string) => Error,
): BackupConfig | undefined {
  const dir = read.optional('BACKUP_DIR');
  const keep = read.integer('BACKUP_KEEP', KEPT_DEFAULT, KEPT);
  if (dir === undefined) return undefined;
  if (read.optional('DATABASE_URL') !== undefined) {
    throw refuse(
      'BACKUP_DIR só vale com o banco embutido; com DATABASE_URL faça as cópias com as ' +
        'ferramentas do seu PostgreSQL (docs/operating/backup.md)',
    );
  }
  const fromData = relative(resolve(read.text('DATA_DIR', './data')), resolve(dir));
  if (!fromData.startsWith('..') && !isAbsolute(fromData)) {
    throw refuse('BACKUP_DIR não pode ficar dentro de DATA_DIR; use outro disco');
  }
  return Object.freeze({ dir, keep });
}
