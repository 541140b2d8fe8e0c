import { Type } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import type { Language } from '#src/ground/http/language.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { chosenColumns, columnsOfFile } from '#src/ground/schemas/file-column-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { chargeStatuses } from '../../charge.ts';
import type { ChargeBody } from '../../charge-schemas.ts';
import { isSent } from '../../due/due-from-body.ts';
import { rulesInWords } from '../../due/rules-in-words.ts';
import { type LineWithCharge, refusalView } from '../batch-view.ts';
import { type ChargeBatch, chargeBatchStatuses, chargeLineStatuses } from '../charge-batch.ts';
import { FILE_BYTES_MAX } from './charge-file.ts';
import { type FileColumn, fileColumns } from './file-columns.ts';

/** The longest text of a cell in a correction: longer than any that is accepted. */
const CELL_LENGTH_MAX = 500;

export const PanelBatchParams = Type.Object({ id: Type.String({ maxLength: 64 }) });

const Content = Type.String({
  description: 'O arquivo CSV ou XLSX em base64.',
  // A file above the limit of a batch has its own error.
  maxLength: 2 * FILE_BYTES_MAX,
});

/** A file whose columns are read. */
export const PreviewBody = Type.Object({ content: Content });
export const ChargeColumns = columnsOfFile(fileColumns);

/** A file to check; its content in base64. */
export const FileBody = Type.Object({
  file_name: Type.String({ minLength: 1, maxLength: 255 }),
  content: Content,
  columns: Type.Optional(chosenColumns(fileColumns)),
  replaces: Type.Optional(
    Type.String({
      description: 'O lote não confirmado que este arquivo corrige; ele é apagado.',
      maxLength: 64,
    }),
  ),
});

/** The cells of a line after its correction, as a file says them; what is absent stays. */
export const CorrectionBody = Type.Object(
  Object.fromEntries(
    fileColumns.map((name) => [name, Type.Optional(Type.String({ maxLength: CELL_LENGTH_MAX }))]),
  ) as Record<FileColumn, ReturnType<typeof cell>>,
);

function cell() {
  return Type.Optional(Type.String({ maxLength: CELL_LENGTH_MAX }));
}

export const ConfirmBody = Type.Object({
  only_valid: Type.Optional(
    Type.Boolean({ description: 'Criar as linhas sem erro, embora outras tenham erro.' }),
  ),
});

/** A batch in the panel. */
export const PanelBatch = Type.Object({
  id: Type.String(),
  file_name: NullableText,
  external_id: NullableText,
  status: oneOf(chargeBatchStatuses),
  count: Type.Integer(),
  invalid_count: Type.Integer(),
  created_count: Type.Integer(),
  refused_count: Type.Integer(),
  amount: Type.Integer(),
  created_by: NullableText,
  created_at: Type.String(),
  completed_at: NullableText,
  waiting_for_bank_since: NullableText,
});

export const PanelLine = Type.Object({
  line: Type.Integer(),
  installment: Type.Integer(),
  status: oneOf(chargeLineStatuses),
  name: Type.String(),
  amount: Type.Union([Type.Integer(), Type.Null()]),
  due_date: NullableText,
  rules: Type.Array(Type.String(), {
    description: 'As regras do vencimento como foram entendidas, em palavras.',
  }),
  external_id: NullableText,
  charge: Type.Union([
    Type.Object({ id: Type.String(), status: oneOf(chargeStatuses) }),
    Type.Null(),
  ]),
  refusal: Type.Union([
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      fields: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
    }),
    Type.Null(),
  ]),
  typed: Type.Union([
    Type.Object(
      Object.fromEntries(fileColumns.map((name) => [name, Type.String()])) as Record<
        FileColumn,
        ReturnType<typeof Type.String>
      >,
    ),
    Type.Null(),
  ]),
});

/** A batch as the panel shows it. */
export function panelBatch(batch: ChargeBatch) {
  return {
    id: batch.id,
    file_name: batch.fileName,
    external_id: batch.externalId,
    status: batch.status,
    count: batch.lineCount,
    invalid_count: batch.invalidCount,
    created_count: batch.createdCount,
    refused_count: batch.refusedCount,
    amount: centavosToJson(batch.total),
    created_by: batch.createdByName,
    created_at: isoTime(batch.createdAt),
    completed_at: batch.completedAt === null ? null : isoTime(batch.completedAt),
    waiting_for_bank_since: batch.waitingSince === null ? null : isoTime(batch.waitingSince),
  };
}

/** A line as the panel shows it: of the file until its charge exists, then of the charge. */
export function panelLine({ line, charge }: LineWithCharge, language: Language) {
  const { content, refusal, status } = line;
  const typed = content?.typed;
  const body = content?.body;
  const fields = (refusal?.fields ?? []).map((fault) => ({
    ...fault,
    field: columnOf(fault.field),
  }));
  return {
    line: line.line,
    installment: line.part,
    status,
    name: charge?.payer.name ?? body?.payer.name ?? typed?.name ?? '',
    amount: line.amount,
    due_date: charge?.due?.rules.dueDate ?? body?.due_date ?? (typed?.due_date || null),
    rules: [...rulesInWords(charge?.due?.rules ?? rulesOf(body ?? {}), { language })],
    external_id: charge?.externalId ?? body?.external_id ?? (typed?.external_id || null),
    charge: charge ? { id: charge.id, status: charge.status } : null,
    refusal: refusal && refusalView({ ...refusal, fields }, language),
    typed: refusal && typed ? cellsOf(typed) : null,
  };
}

/** The rules of a body that was checked. */
function rulesOf({ fine, interest, rebate, discounts }: Partial<ChargeBody>) {
  return {
    fine: fine?.value ? { ...fine, value: BigInt(fine.value) } : null,
    interest: interest?.value ? { ...interest, value: BigInt(interest.value) } : null,
    rebate: rebate?.value ? { ...rebate, value: BigInt(rebate.value) } : null,
    discounts: (discounts ?? []).filter(isSent).map(({ mode, value, until = null }) => ({
      mode,
      until,
      value: BigInt(value),
    })),
  };
}

/** The column of a field of a charge: `payer.name` is `name`, `discounts.0.until` is `discount`. */
function columnOf(field: string): string {
  const [first = ''] = field.replace(/^payer\./, '').split('.');
  return first === 'discounts' ? 'discount' : first;
}

function cellsOf(typed: Readonly<Record<string, string>>) {
  return Object.fromEntries(fileColumns.map((name) => [name, typed[name] ?? ''])) as Record<
    FileColumn,
    string
  >;
}
