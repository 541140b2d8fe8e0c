import { createHash } from 'node:crypto';
import { MigrationRefusal } from './migration-refusal.ts';

/**
 * The name in `schema_migrations` of a database that was made by the files of `gateway/schema`. It
 * stands for all migrations up to version 0.3.0, whose files are gone.
 */
export const BASELINE = 'schema-of-0.3.0';

/** The migrations up to version 0.3.0: the last one, and the SHA-256 of their 123 names. */
const LAST = '0370-checked-withdrawn-orders.sql';
const NAMES_SHA256 = 'c267d7c52244d95ddf9a8da8ce3354cf37890f95ddeb421f5be5d68e641544fa';

/** Whether the name is that of the schema or of a migration that the schema stands for. */
export function isOfBaseline(name: string): boolean {
  return name === BASELINE || name <= LAST;
}

/**
 * Throws a MigrationRefusal when a database with these migrations lacks some of version 0.3.0.
 * Their names suffice: 0.3.0 compared the texts before it applied the last one.
 */
export function requireBaseline(names: readonly string[]): void {
  if (names.includes(BASELINE)) return;
  const old = names.filter(isOfBaseline).sort().join('\n');
  if (createHash('sha256').update(old).digest('hex') === NAMES_SHA256) return;
  throw new MigrationRefusal(
    'o banco de dados é de uma versão anterior à 0.3.0: inicie antes a 0.3.0 com ele, e depois ' +
      'esta versão; nada foi alterado; veja "From a version before 0.3.0" em ' +
      'docs/operating/upgrading.md',
  );
}
