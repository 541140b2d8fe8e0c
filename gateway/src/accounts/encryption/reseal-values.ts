import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '#src/ground/database/database.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { logInSecrets } from '../auth/log-in-secrets.ts';
import {
  replaceSecondFactor,
  SEALED_COLUMNS,
  type SealedColumn,
  selectOldSecondFactors,
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
  await deps.database.buckets.refresh();
  for (const column of SEALED_COLUMNS) {
    for (const database of placesOf(deps, column)) {
      count += await resealColumn({ ...deps, database }, column);
    }
  }
  return count;
}

/** Counts the values that are sealed with an older key. */
export async function countOldSeals(deps: ResealDeps): Promise<number> {
  const { database, secretBox } = deps;
  const prefix = secretBox.currentPrefix();
  const values = { prefix, prefixLength: prefix.length };
  const secondFactors = { prefix: currentPrefixOf(secretBox), after: '' };
  let count = (await selectOldSecondFactors(database, secondFactors)).length;
  await database.buckets.refresh();
  for (const column of SEALED_COLUMNS) {
    for (const place of placesOf(deps, column)) count += await column.countOld(place, values);
  }
  return count;
}

/** The databases that have the column: each bucket, or one for all. */
function placesOf({ database }: ResealDeps, { isInBuckets }: SealedColumn): readonly Database[] {
  return isInBuckets ? database.buckets.all() : [database];
}

async function resealColumn(
  { database, secretBox }: ResealDeps,
  column: SealedColumn,
): Promise<number> {
  const prefix = secretBox.currentPrefix();
  let count = 0;
  let { lowestKey: after } = column;
  for (;;) {
    const rows = await column.selectOld(database, {
      prefix,
      prefixLength: prefix.length,
      after,
      limit: column.batchSize,
    });
    for (const { key, sealed: read } of rows) {
      const context = column.context(key);
      const content = secretBox.openBytes(read, context);
      const sealed = secretBox.sealBytes(content, context);
      await column.replace(database, { key, read, sealed });
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
    const prefix = currentPrefixOf(secretBox);
    const rows = await selectOldSecondFactors(database, { prefix, after });
    for (const row of rows) {
      const reseal = async (data: string): Promise<string> =>
        symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
      const newSecret = await reseal(row.secret);
      const newCodes = await reseal(row.codes);
      await replaceSecondFactor(database, { ...row, newSecret, newCodes });
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
