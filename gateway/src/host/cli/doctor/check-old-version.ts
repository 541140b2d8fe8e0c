import { findStrayTables } from '#src/ground/database/stray-tables.ts';
import { withReachableDatabase } from './database-session.ts';
import { type Check, failure, ok } from './finding.ts';

/** Whether an older version that was started by mistake left tables that hide global ones. */
export const oldVersionCheck: Check = {
  name: 'old_version',
  limitMs: 15_000,
  run: ({ config }) =>
    withReachableDatabase(config, async (database) => {
      const names = await findStrayTables(database);
      if (names.length === 0) return [ok('nenhuma versão antiga deixou tabelas em b0')];
      const tables = names.map((name) => `b0.${name}`).join(', ');
      return [
        failure(
          `uma versão antiga criou ${tables}, que escondem as tabelas de public`,
          'pare a versão antiga e rode "cli migrate" com o dono em MIGRATION_DATABASE_URL: as ' +
            'tabelas vazias são removidas (docs/operating/upgrading.md)',
        ),
      ];
    }),
};
