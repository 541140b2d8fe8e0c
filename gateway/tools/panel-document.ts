import { composeApi } from '#src/app/compose-api.ts';
import { scryptPasswords } from '#src/auth/passwords.ts';
import { loadConfig } from '#src/config.ts';
import { systemClock } from '#src/platform/clock.ts';
import { openDatabase } from '#src/platform/database/database.ts';
import { createSecretBox } from '#src/platform/encryption/encryption.ts';
import { openLog } from '#src/platform/log.ts';
import { createMetrics } from '#src/platform/metrics.ts';

const NOWHERE = 'postgres://localhost/none';

/** The panel's OpenAPI document, from the routes as they are registered. Needs no database. */
export async function panelDocument(): Promise<object> {
  const key = Buffer.alloc(32);
  const config = loadConfig({ DATABASE_URL: NOWHERE, ENCRYPTION_KEY: key.toString('base64') });
  const database = openDatabase({
    connectionString: NOWHERE,
    connectionsMax: 1,
    applicationName: 'panel-document',
  });
  const app = await composeApi({
    config,
    database,
    clock: systemClock,
    logger: openLog('silent').logger,
    metrics: createMetrics(),
    secretBox: createSecretBox(key),
    passwords: scryptPasswords,
    sandboxMerchantId: '',
    connectionString: NOWHERE,
    alertReaders: {},
  });
  const answer = await app.inject('/api/panel-openapi.json');
  await app.stop();
  await database.close();
  return answer.json<object>();
}
