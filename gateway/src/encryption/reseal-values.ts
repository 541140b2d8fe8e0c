import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { logInSecrets } from '#src/auth/log-in-secrets.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { SecretBox } from '#src/platform/encryption/encryption.ts';
import {
  countOldValues,
  replaceSecondFactor,
  replaceValue,
  SEALED_COLUMNS,
  type SealedColumn,
  selectOldSecondFactors,
  selectOldValues,
} from './sealed-values-store.ts';

export interface ResealDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
}

/**
 * Seals with the current key everything that another one sealed. What has been done is skipped, so
 * it may be stopped and started again at any moment, while the gateway works.
 * @returns how many values were sealed again.
 */
export async function resealValues(deps: ResealDeps): Promise<number> {
  let count = await resealSecondFactors(deps);
  for (const column of SEALED_COLUMNS) count += await resealColumn(deps, column);
  return count;
}

/** How many values are still sealed with another key than the current one. */
export async function countOldSeals({ database, secretBox }: ResealDeps): Promise<number> {
  const prefix = secretBox.currentPrefix();
  let count = (await selectOldSecondFactors(database, envelopeOf(secretBox), '')).length;
  for (const column of SEALED_COLUMNS) count += await countOldValues(database, column, prefix);
  return count;
}

async function resealColumn(
  { database, secretBox }: ResealDeps,
  column: SealedColumn,
): Promise<number> {
  const prefix = secretBox.currentPrefix();
  let count = 0;
  let { before: after } = column;
  for (;;) {
    const rows = await selectOldValues(database, column, { prefix, after });
    for (const row of rows) {
      const context = column.context(row.key);
      const content = secretBox.openBytes(row.sealed, context);
      await replaceValue(database, column, { row, sealed: secretBox.sealBytes(content, context) });
      count += 1;
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last.key;
  }
}

/** The log-in library encrypts these, with secrets that are made of ours. */
async function resealSecondFactors({ database, secretBox }: ResealDeps): Promise<number> {
  const secrets = logInSecrets(secretBox);
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: secrets[0]?.version ?? 0,
    legacySecret: secrets.at(-1)?.value ?? '',
  };
  let count = 0;
  let after = '';
  for (;;) {
    const rows = await selectOldSecondFactors(database, envelopeOf(secretBox), after);
    for (const row of rows) {
      const again = async (data: string): Promise<string> =>
        symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
      const sealed = { secret: await again(row.secret), codes: await again(row.codes) };
      await replaceSecondFactor(database, row, sealed);
      count += 1;
      after = row.id;
    }
    if (rows.length === 0) return count;
  }
}

/** What the library's values begin with that the current key sealed. */
function envelopeOf(secretBox: SecretBox): string {
  return `$ba$${logInSecrets(secretBox)[0]?.version}$`;
}
