import type { LineRefusal } from '#src/charges/batches/charge-batch.ts';
import { pathOfRule } from '../cobvs/rule-problems.ts';
import { invalidOperation, type ProblemBody } from '../problems/standard-problem.ts';

const OF_STANDARD = 'cobv.';

/**
 * The stored refusal of an error of the standard. It has no values, which may name the payer, and
 * is in Portuguese only, as the standard.
 */
export function refusalOfProblem({ detail, violacoes = [] }: ProblemBody): LineRefusal {
  return {
    code: 'invalid_request',
    message: { 'pt-BR': detail, en: detail },
    fields: violacoes.map(({ propriedade, razao }) => ({
      field: propriedade,
      message: { 'pt-BR': razao, en: razao },
    })),
  };
}

/** The error of the standard for a charge of a lot that was refused. */
export function problemOfLine({ message, fields }: LineRefusal): ProblemBody {
  const violations = fields.map(({ field, message: { 'pt-BR': razao } }) => ({
    razao,
    propriedade: field.startsWith(OF_STANDARD) ? field : pathOfRule(field),
  }));
  return invalidOperation('CobV', message['pt-BR'], violations).body;
}

/** An error of the standard as it is stored: without values, which may name the payer. */
export function storedProblem({ violacoes = [], ...body }: ProblemBody): ProblemBody {
  if (violacoes.length === 0) return body;
  const named = violacoes.map(({ razao, propriedade }) => ({ razao, propriedade }));
  return { ...body, violacoes: named };
}
