import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { pixKeyInDictForm } from '#src/ground/pix/pix-key.ts';
import { invalidOperation, type StandardProblem } from '../problems/standard-problem.ts';
import { type OwnKeysDeps, ownPixKeys, sharedPixKeys } from './own-pix-keys.ts';

/**
 * The merchant's Pix key that a request names, as the account has it: programs also write a random
 * key in capitals, and documents and phones with punctuation.
 * @throws {StandardProblem} XOperacaoInvalida for a Pix key that is not the merchant's
 */
export async function ownKeyOf(
  deps: OwnKeysDeps & { readonly database: Queryable },
  scope: LedgerScope,
  chave: string,
  family: 'Cob' | 'CobV' = 'Cob',
): Promise<string> {
  const own =
    sameKey(sharedPixKeys(deps, scope), chave) ??
    sameKey(await ownPixKeys(deps, deps.database, scope), chave);
  if (own === undefined) throw foreignKey(chave, family);
  return own;
}

/** The key of a list that is the same in the DICT; undefined if there is none. */
export function sameKey(keys: readonly string[], typed: string): string | undefined {
  if (keys.includes(typed)) return typed;
  const wanted = pixKeyInDictForm(typed);
  return keys.find((key) => pixKeyInDictForm(key) === wanted);
}

/** The error of a Pix key that is not the merchant's. */
export function foreignKey(chave: string, family: 'Cob' | 'CobV'): StandardProblem {
  const path = `${family.toLowerCase()}.chave`;
  const razao = `O campo ${path} corresponde a uma conta que não pertence a este recebedor.`;
  const violation = { razao, propriedade: path, valor: chave };
  return invalidOperation(family, 'A chave Pix não é desta conta.', [violation]);
}
