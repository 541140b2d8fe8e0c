import { isTxid } from '#src/ground/pix/txid.ts';
import { addRepeated, type ListQuery, QueryFaults, textAt } from '../lists/page-of-list.ts';
import { invalidOperation, notFound } from '../problems/standard-problem.ts';

const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** The families of charges in the standard. */
export type ChargeFamily = 'Cob' | 'CobV' | 'CobR';

/** The number of a revision in a query. @throws {StandardProblem} for a text that is none */
export function readRevisionNumber(query: ListQuery, family: ChargeFamily): number | undefined {
  const text = textAt(query, 'revisao');
  const faults = new QueryFaults();
  addRepeated(query, faults);
  faults.refuse(family);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  faults.add('revisao', 'Informe o número da revisão, a partir de 0.', text);
  faults.refuse(family);
  return undefined;
}

/** A revision that a charge never had. */
export function unknownRevision(revision: number, family: ChargeFamily): Error {
  const faults = new QueryFaults();
  faults.add(
    'revisao',
    'O parâmetro revisao corresponde a uma revisão inexistente.',
    `${revision}`,
  );
  try {
    faults.refuse(family);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return new Error('the fault was not refused');
}

/** @throws {StandardProblem} XOperacaoInvalida for a text that can't be a txid */
export function newTxid(txid: string, family: ChargeFamily): string {
  if (isTxid(txid)) return txid;
  const razao = 'O txid deve ter de 26 a 35 letras e dígitos.';
  const valor = txid.slice(0, 100);
  throw invalidOperation(family, 'O txid não respeita o schema.', [
    { razao, propriedade: 'txid', valor },
  ]);
}

/** @throws {StandardProblem} XNaoEncontrado for a text that can't be a txid */
export function knownTxid(txid: string, family: ChargeFamily): string {
  if (isTxid(txid)) return txid;
  throw notFound(family);
}

/** Whether a revision only removes the charge. Refuses a removal together with other changes. */
export function isRemoval(body: unknown, family: ChargeFamily): boolean {
  const path = `${family.toLowerCase()}.status`;
  if (typeof body !== 'object' || body === null || !('status' in body)) return false;
  const { status, ...others } = body;
  if (status === undefined) return false;
  const violation = (razao: string) => [{ razao, propriedade: path, valor: String(status) }];
  const detail = 'A revisão da cobrança não respeita o schema.';
  if (status !== REMOVED) {
    throw invalidOperation(family, detail, violation(`O campo ${path} só pode ser ${REMOVED}.`));
  }
  if (Object.values(others).some((value) => value !== undefined && value !== null)) {
    const razao = 'Uma cobrança não é removida junto com outras alterações.';
    throw invalidOperation(family, detail, violation(razao));
  }
  return true;
}
