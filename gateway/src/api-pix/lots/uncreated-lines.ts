import { type LotLineState, stateOfLine } from '#src/charges/batches/lots/lot.ts';
import { findLineOfTxid } from '#src/charges/batches/lots/read-lots.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

/** The state of a charge of a lot that does not exist yet; undefined for any other txid. */
export async function findUncreated(
  database: Queryable,
  scope: LedgerScope,
  txid: string,
): Promise<LotLineState | undefined> {
  const line = await findLineOfTxid(database, scope, txid);
  return line && line.creation !== 'created' ? stateOfLine(line) : undefined;
}

/**
 * Refuses a charge of a lot that does not exist yet: only the lot makes it.
 * @throws {StandardProblem} CobOperacaoInvalida, CobVOperacaoInvalida
 */
export async function refuseUncreated(
  database: Queryable,
  { scope, txid, family }: { scope: LedgerScope; txid: string; family: 'Cob' | 'CobV' },
): Promise<void> {
  const state = await findUncreated(database, scope, txid);
  if (state === undefined) return;
  const razao = `Este txid está associado a um lote, e no lote o status da cobrança é ${state}.`;
  const propriedade = `${family.toLowerCase()}.txid`;
  throw invalidOperation(family, razao, [{ razao, propriedade, valor: txid }]);
}
