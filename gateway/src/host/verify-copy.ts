import { existsSync } from 'node:fs';
import type { CopyServer } from '#src/ground/backup/copy-server.ts';
import { systemClock } from '#src/ground/clock.ts';
import type { Config } from '#src/ground/config/config.ts';
import { type Database, openDatabase } from '#src/ground/database/database.ts';
import { checkEncryptionKey } from '#src/ground/database/installation.ts';
import { RUNTIME_ROLE } from '#src/ground/embedded-database/address.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { verifyAndSave } from '#src/ledger/run-verifications.ts';
import { allLedgerChecks } from './context.ts';
import { keyFileOf, keysOf } from './encryption-keys.ts';
import { prepareDatabase } from './prepare-database.ts';

/** Whether the encryption key of this configuration opens the copy; `missing` without a key. */
export type KeyCheck = 'opens' | 'wrong' | 'missing';

/**
 * Migrates a restored copy to this version and verifies its whole ledger. Throws errors of the
 * database.
 */
export async function verifyCopy(
  config: Config,
  server: CopyServer,
): Promise<{ readonly isLedgerClean: boolean; readonly key: KeyCheck }> {
  const connectionString = server.addressOf(RUNTIME_ROLE, 'pix_gateway');
  const ownerConnectionString = server.addressOf('pix_gateway', 'pix_gateway');
  const applicationName = 'pix-gateway backup verify';
  const database = openDatabase({ connectionString, connectionsMax: 4, applicationName });
  try {
    await prepareDatabase(database, { connectionString, ownerConnectionString });
    const deps = { database, clock: systemClock, checks: allLedgerChecks };
    const { isClean } = await verifyAndSave(deps, true);
    return { isLedgerClean: isClean, key: await checkKeyOf(config, database) };
  } finally {
    await database.close();
  }
}

async function checkKeyOf(config: Config, database: Database): Promise<KeyCheck> {
  if (!config.encryptionKey && !existsSync(keyFileOf(config))) return 'missing';
  const secretBox = createSecretBox(await keysOf(config));
  return (await checkEncryptionKey(database, secretBox)) ? 'opens' : 'wrong';
}
