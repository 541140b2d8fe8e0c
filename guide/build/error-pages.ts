import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import type { ProblemCode } from '../../gateway/src/ground/errors/problems.ts';
import { codesOf, tablesOf } from '../../gateway/tools/markdown.ts';
import { requestErrors } from '../errors/api-errors.ts';
import { type ErrorHelp, RETRY_TEXTS } from '../errors/error-help.ts';
import { moneyErrors } from '../errors/money-errors.ts';
import { operatorErrors, panelErrors } from '../errors/panel-errors.ts';
import { paymentLinkErrors } from '../errors/payment-link-errors.ts';
import { payoutErrors } from '../errors/payout-errors.ts';
import { testClockErrors } from '../errors/test-clock-errors.ts';
import { webhookTestErrors } from '../errors/webhook-test-errors.ts';
import { type ApiDocument, operationsByError } from './api-document.ts';

const LIST = join(import.meta.dirname, '../../docs/guia/erros.md');

/** What each page says. Without an entry for every code the types don't fit. */
const errorHelp: Readonly<Record<ProblemCode, ErrorHelp>> = {
  ...requestErrors,
  ...moneyErrors,
  ...panelErrors,
  ...operatorErrors,
  ...payoutErrors,
  ...paymentLinkErrors,
  ...testClockErrors,
  ...webhookTestErrors,
};

interface ListedError {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

/** The rows of the tables of `docs/guia/erros.md`, which a test compares with the code. */
function listedErrors(): readonly ListedError[] {
  const tables = tablesOf(readFileSync(LIST, 'utf8')).filter(({ head }) => head[1] === 'code');
  return tables.flatMap(({ rows }) =>
    rows.map(([status = '', code = '', message = '']) => ({
      ...{ status, message },
      code: codesOf(code)[0] ?? '',
    })),
  );
}

/** The name and the Markdown of the page of each error code. */
export function errorMarkdown(document: ApiDocument): readonly (readonly [string, string])[] {
  const operations = operationsByError(document);
  return listedErrors().map((error) => {
    const help = errorHelp[error.code as ProblemCode];
    if (!help) throw new Error(`docs/guia/erros.md lists ${error.code}, which does not exist`);
    return [`erros/${error.code}`, pageOf(error, help, operations.get(error.code) ?? [])];
  });
}

function pageOf(error: ListedError, help: ErrorHelp, operations: readonly string[]): string {
  const { status, code, message } = error;
  const body = { error: STATUS_CODES[Number(status)] ?? 'Error', message, code };
  return `# ${code}

Status **${status}**: ${message}

## Por que acontece

${help.cause}

## O que fazer

${help.remedy}

## Repetir ajuda?

${RETRY_TEXTS[help.retry]}

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
