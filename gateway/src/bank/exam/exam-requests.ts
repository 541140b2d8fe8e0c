import { DAY_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { ExamRequest, Facts } from './exam.ts';

const MARGIN_MS = 5 * MINUTE_MS;
const DUE_IN_DAYS = 30;
/** The payer of all that the exam creates. The CPF is invented; its check digits are right. */
export const EXAM_PAYER = { cpf: '12345678909', nome: 'Exame de API Pix' };
/** Ends a charge: the only field of such a revision. */
export const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

export const put = (path: string, body: unknown): ExamRequest => ({ method: 'PUT', path, body });
export const patch = (path: string, body: unknown): ExamRequest => ({
  method: 'PATCH',
  path,
  body,
});
export const get = (path: string, query = {}): ExamRequest => ({ method: 'GET', path, query });

/** The day on which what the exam creates is due. */
export const dueDay = ({ startedAt }: Facts) =>
  new Date(startedAt + DUE_IN_DAYS * DAY_MS).toISOString().slice(0, 10);

const wholeSecond = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** A list of the seconds around the instants that the bank gave its records. */
export function listAround(
  facts: Facts,
  path: string,
  {
    names,
    more = {},
  }: { readonly names: readonly string[]; readonly more?: Readonly<Record<string, string>> },
): ExamRequest {
  const instants = names.map((name) => Date.parse(facts.learned.get(name) ?? ''));
  if (instants.some(Number.isNaN)) return listSince(facts, path, more);
  const query = {
    inicio: wholeSecond(Math.min(...instants)),
    fim: wholeSecond(Math.max(...instants) + SECOND_MS),
    ...more,
  };
  return { method: 'GET', path, query };
}

/** A list since shortly before the exam. */
export function listSince(
  facts: Facts,
  path: string,
  more: Readonly<Record<string, string>> = {},
): ExamRequest {
  const query = {
    inicio: wholeSecond(facts.startedAt - MARGIN_MS),
    fim: wholeSecond(facts.now() + SECOND_MS),
    ...more,
  };
  return { method: 'GET', path, query };
}
