import { ConfigError } from '#src/ground/config/config.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { NEWER_SERVER, type ServerVersion, tooOld } from '#src/ground/database/server-facts.ts';

const VERSION = `select current_setting('server_version') as version,
  current_setting('server_version_num')::int as "versionNumber"`;

/**
 * Throws a ConfigError of one line when the database of the address doesn't answer, or when its
 * server is older than the gateway supports.
 */
export async function checkAddress(variable: string, connectionString: string): Promise<void> {
  const oldServer = tooOld(await readVersion(variable, connectionString));
  if (oldServer) throw new ConfigError(`${variable}: ${oldServer}; ${NEWER_SERVER}`);
}

async function readVersion(variable: string, connectionString: string): Promise<ServerVersion> {
  const applicationName = 'pix-gateway start';
  try {
    const database = openDatabase({ connectionString, connectionsMax: 1, applicationName });
    const { rows } = await database.pool
      .query<ServerVersion>(VERSION)
      .finally(() => database.close());
    return rows[0] ?? { version: '', versionNumber: 0 };
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ConfigError(
      `o banco de ${variable} não responde (${reason.split('\n')[0]}); confira o endereço`,
    );
  }
}
