import { CSV_BEGINNING, csvDay, csvLine, csvMoney } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { LineWithCharge } from '../batch-view.ts';
import type { ChargeBatchKey } from '../charge-batch.ts';
import { lineOfCursor, readLines } from '../read-batch.ts';
import { fileTexts } from './file-texts.ts';

const LINES_OF_PAGE = 500;

/**
 * The lines of a batch as CSV, each with its charge, the link of its payment page and its code, or
 * with its refusal. `baseUrl` is the address of the gateway.
 */
export async function* resultOf(
  database: Queryable,
  key: ChargeBatchKey,
  { language, baseUrl }: { readonly language: Language; readonly baseUrl: string },
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(fileTexts[language].results, language);
  let cursor: string | undefined;
  do {
    const page = { after: lineOfCursor(cursor), limit: LINES_OF_PAGE, status: undefined };
    const { lines, next } = await readLines(database, key, page);
    yield lines.map((line) => csvLine(cellsOf(line, { language, baseUrl }), language)).join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

function cellsOf(
  { line, charge }: LineWithCharge,
  { language, baseUrl }: { readonly language: Language; readonly baseUrl: string },
) {
  const texts = fileTexts[language];
  const { refusal, content } = line;
  const open = refusal ? texts.refused : texts.open;
  const dueDate = charge?.due?.rules.dueDate ?? content?.body?.due_date ?? null;
  return [
    line.line,
    line.part,
    charge ? texts.statuses[charge.status] : open,
    refusal
      ? [refusal.message[language], ...refusal.fields.map(faultOf(language))].join(' ')
      : null,
    charge?.payer.name ?? content?.body?.payer.name ?? content?.typed?.name ?? null,
    charge?.payer.document ?? content?.body?.payer.document ?? content?.typed?.document ?? null,
    line.amount === null ? null : csvMoney(line.amount, language),
    dueDate === null ? null : csvDay(dueDate, language),
    charge?.externalId ?? content?.body?.external_id ?? null,
    charge?.id ?? null,
    charge ? `${baseUrl}/pagar/${charge.id}` : null,
    charge?.qrcode ?? null,
  ];
}

function faultOf(language: Language) {
  return ({ field, message }: { field: string; message: Readonly<Record<Language, string>> }) =>
    `${field}: ${message[language]}`;
}
