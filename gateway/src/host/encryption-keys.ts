import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, ConfigError } from '#src/ground/config/config.ts';
import type { Database } from '#src/ground/database/database.ts';
import { checkEncryptionKey } from '#src/ground/database/installation.ts';
import type { KeySource, SecretBox } from '#src/ground/encryption/encryption.ts';
import { openKeyFile } from '#src/ground/encryption/key-file.ts';
import { isRestored } from './open-restoration.ts';

/** Throws a ConfigError when the key isn't the one with which the database was made. */
export async function checkKey(database: Database, secretBox: SecretBox): Promise<void> {
  if (await checkEncryptionKey(database, secretBox)) return;
  throw new ConfigError(
    'ENCRYPTION_KEY não é a chave com que este banco de dados foi criado; use a original',
  );
}

/** The keys of the configuration, or of the key file of an embedded database. */
export async function keysOf(config: Config): Promise<KeySource> {
  const { encryptionKey, previousEncryptionKeys } = config;
  if (encryptionKey) return () => [encryptionKey, ...previousEncryptionKeys];
  if (!existsSync(keyFileOf(config)) && (await isRestored(config))) {
    throw new ConfigError(
      `falta a chave com que este banco foi criado: copie-a para ${keyFileOf(config)}, ou ` +
        'informe ENCRYPTION_KEY; ela não fica na cópia',
    );
  }
  try {
    return await openKeyFile(keyFileOf(config));
  } catch (error) {
    throw error instanceof RangeError ? new ConfigError(error.message) : error;
  }
}

/** The path of the file with the keys of an embedded database. */
export function keyFileOf(config: Config): string {
  return resolve(config.dataDir, 'encryption-key');
}
