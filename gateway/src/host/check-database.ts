import { ConfigError } from '#src/ground/config/config.ts';
import { canChangeLedger } from '#src/ground/database/database-roles.ts';
import { readWeakSettings } from '#src/ground/database/durability.ts';
import type { AppContext } from './context.ts';
import { requireRecurring } from './require-recurring.ts';

/**
 * Checks the database's settings and rights for live money. Throws ConfigError when a crash could
 * lose commits, when the gateway's role can change postings in production, or when the profile of
 * the bank takes Pix Automático away from open subscriptions.
 */
export async function checkDatabase(appContext: AppContext): Promise<void> {
  await requireNarrowRole(appContext);
  if (appContext.config.bank) await requireDurability(appContext);
  await requireRecurring(appContext);
}

async function requireDurability({ database }: AppContext): Promise<void> {
  const weak = await readWeakSettings(database);
  if (weak.length === 0) return;
  const settings = weak.join(', ');
  throw new ConfigError(
    `o PostgreSQL pode perder o que confirmou: ligue ${settings} para usar PROVIDER`,
  );
}

async function requireNarrowRole({ config, database, logger }: AppContext): Promise<void> {
  if (!(await canChangeLedger(database))) return;
  if (config.isProduction && config.bank) {
    throw new ConfigError(
      'o usuário de DATABASE_URL pode alterar o livro-razão: use um que não seja o dono das ' +
        'tabelas, e o dono em MIGRATION_DATABASE_URL (docs/operating/going-live.md)',
    );
  }
  logger.warn('the role of DATABASE_URL owns the ledger; give migrations one of their own');
}
