import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { selectPixKeys } from './pix-key-store.ts';

/**
 * The Pix key of every merchant in the test environment: the one of the examples in the Central
 * Bank's document, so that its requests can be sent as they are.
 */
export const TEST_PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
export const PIX_KEY_LENGTH_MAX = 77;

export interface OwnKeysDeps {
  /** The operator's key at the bank; undefined without a bank. */
  readonly bankPixKey: string | undefined;
}

/**
 * The Pix keys that a merchant may name as `chave`: the operator's key at the bank, which all
 * merchants share, and the merchant's aliases, which are names for it. The first one is answered
 * where a charge names none.
 */
export async function ownPixKeys(
  { bankPixKey }: OwnKeysDeps,
  database: Queryable,
  scope: LedgerScope,
): Promise<readonly string[]> {
  const aliases = await selectPixKeys(database, scope);
  return [...sharedPixKeys({ bankPixKey }, scope), ...aliases];
}

/** The keys that all merchants share, without a look into the database. */
export function sharedPixKeys(
  { bankPixKey }: OwnKeysDeps,
  { environment }: Pick<LedgerScope, 'environment'>,
): readonly string[] {
  const ofBank = bankPixKey === undefined ? [] : [bankPixKey];
  return environment === 'test' ? [...ofBank, TEST_PIX_KEY] : ofBank;
}
