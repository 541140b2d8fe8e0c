import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '#src/ground/database/database.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { logInSecrets } from '../auth/log-in-secrets.ts';
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
 * Seals all values of older keys again with the current key. It skips values of the current key, so
 * it can be stopped and repeated at any time while the gateway runs.
 * @returns how many values were sealed again.
 * @throws {Error} if no configured key opens a value.
 */
export async function resealValues(deps: ResealDeps): Promise<number> {
  let count = await resealSecondFactors(deps);
  for (const column of SEALED_COLUMNS) count += await resealColumn(deps, column);
  return count;
}

/** Counts the values that are sealed with an older key. */
export async function countOldSeals({ database, secretBox }: ResealDeps): Promise<number> {
  const prefix = secretBox.currentPrefix();
  let count = (await selectOldSecondFactors(database, currentPrefixOf(secretBox), '')).length;
  for (const column of SEALED_COLUMNS) count += await countOldValues(database, column, prefix);
  return count;
}

async function resealColumn(
  { database, secretBox }: ResealDeps,
  column: SealedColumn,
): Promise<number> {
  const prefix = secretBox.currentPrefix();
  let count = 0;
  let { lowestKey: after } = column;
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

/** Second factors are encrypted by the log-in library, with secrets derived from our keys. */
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
    const rows = await selectOldSecondFactors(database, currentPrefixOf(secretBox), after);
    for (const row of rows) {
      const reseal = async (data: string): Promise<string> =>
        symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
      const sealed = { secret: await reseal(row.secret), codes: await reseal(row.codes) };
      await replaceSecondFactor(database, row, sealed);
      count += 1;
      after = row.id;
    }
    if (rows.length === 0) return count;
  }
}

/** The prefix of the library's values that are encrypted with the current key. */
function currentPrefixOf(secretBox: SecretBox): string {
  return `$ba$${logInSecrets(secretBox)[0]?.version}$`;
}
