import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProblemCode, problems, Refusal } from '#src/ground/errors/problems.ts';
import { type ApiDocument, errorCodesOf, operationsOf } from '#src/host/reference/api-document.ts';
import { merchantDocument } from './panel-document.ts';

const ERROR_PAGE = join(import.meta.dirname, '../../docs/guia/erros.md');

const HEAD = '| status | code | o que aconteceu |\n|---|---|---|\n';
const TABLES = /^\| status \| code \|.*\n(?:\|.*\n)*/gm;
/** Errors of the API that belong to no operation. */
const CODES_WITHOUT_OPERATION: readonly string[] = ['route_not_found', 'method_not_allowed'];

/**
 * The page with its two tables made anew: the errors of the API, and the others. Codes of a status
 * keep their order in the page; new ones come last.
 */
export function withErrorTables(page: string, document: ApiDocument): string {
  const ofOperations = operationsOf(document)
    .flatMap(({ responses = {} }) => Object.values(responses))
    .flatMap(errorCodesOf);
  const ofApi = new Set([...ofOperations, ...CODES_WITHOUT_OPERATION]);
  const rows = page.match(/^\| \d{3} \| `\w+`/gm) ?? [];
  const places = new Map(rows.map((row, index) => [row.split('`')[1], index]));
  const placeOf = (code: string) => places.get(code) ?? rows.length;
  const codes = (Object.keys(problems) as ProblemCode[]).toSorted(
    (a, b) => placeOf(a) - placeOf(b),
  );
  const tables = [
    tableOf(codes.filter((code) => ofApi.has(code))),
    tableOf(codes.filter((code) => !ofApi.has(code))),
  ];
  return page.replaceAll(TABLES, () => tables.shift() ?? '');
}

/** The message of an error as the guide shows it. */
export function exampleMessage(code: ProblemCode): string {
  return new Refusal(code, problems[code].example).message;
}

function tableOf(codes: readonly ProblemCode[]): string {
  const sorted = codes.toSorted((a, b) => problems[a].status - problems[b].status);
  const rows = sorted.map(
    (code) => `| ${problems[code].status} | \`${code}\` | ${exampleMessage(code)} |\n`,
  );
  return HEAD + rows.join('');
}

if (import.meta.main) {
  const page = readFileSync(ERROR_PAGE, 'utf8');
  writeFileSync(ERROR_PAGE, withErrorTables(page, (await merchantDocument()) as ApiDocument));
}
