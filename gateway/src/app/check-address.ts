import { ConfigError } from '#src/config.ts';
import { openDatabase } from '#src/platform/database/database.ts';

/** Throws a ConfigError of one line when the database of the address doesn't answer. */
export async function checkAddress(variable: string, connectionString: string): Promise<void> {
  const applicationName = 'pix-gateway start';
  try {
    const database = openDatabase({ connectionString, connectionsMax: 1, applicationName });
    await database.pool.query('select 1').finally(() => database.close());
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ConfigError(
      `o banco de ${variable} não responde (${reason.split('\n')[0]}); confira o endereço`,
    );
  }
}
