import { STATUS_CODES } from 'node:http';
import type { Retry } from '../../gateway/src/ground/errors/problem.ts';
import { type ProblemCode, problems } from '../../gateway/src/ground/errors/problems.ts';
import { exampleMessage } from '../../gateway/tools/error-tables.ts';
import { type ApiDocument, operationsByError } from './api-document.ts';

const RETRY_TEXTS: Readonly<Record<Retry, string>> = {
  never: 'Não. A mesma requisição recebe sempre a mesma recusa.',
  after_change:
    'Só depois de corrigir. A recusa não consome a `Idempotency-Key`: repita com a mesma chave.',
  wait:
    'Sim. Espere os segundos de `Retry-After`, ou pausas crescentes a partir de 1 segundo, e ' +
    'repita a mesma requisição com a mesma `Idempotency-Key`.',
  unknown:
    'Sim, com a mesma `Idempotency-Key`: sem a resposta não se sabe se a operação aconteceu, e ' +
    'com a chave ela não acontece duas vezes. Sem chave, consulte antes.',
};

/** The name and the Markdown of the page of each error code. */
export function errorMarkdown(document: ApiDocument): readonly (readonly [string, string])[] {
  const operations = operationsByError(document);
  const codes = Object.keys(problems) as ProblemCode[];
  return codes.map((code) => [`erros/${code}`, pageOf(code, operations.get(code) ?? [])]);
}

function pageOf(code: ProblemCode, operations: readonly string[]): string {
  const { status, cause, remedy, retry } = problems[code];
  const message = exampleMessage(code);
  const body = { error: STATUS_CODES[status] ?? 'Error', message, code };
  return `# ${code}

Status **${status}**: ${message}

## Por que acontece

${cause}

## O que fazer

${remedy}

## Repetir ajuda?

${RETRY_TEXTS[retry]}

## A resposta

\`\`\`json
${JSON.stringify(body, null, 2)}
\`\`\`

${operations.length > 0 ? operationList(operations) : ONLY_PANEL}

Todos os códigos estão em [Erros](../erros.md).
`;
}

const ONLY_PANEL = 'A API não usa este código: ele vem do painel ou de um comando do operador.';

function operationList(operations: readonly string[]): string {
  return `## Quem responde assim

${operations.map((one) => `- ${one}`).join('\n')}`;
}
