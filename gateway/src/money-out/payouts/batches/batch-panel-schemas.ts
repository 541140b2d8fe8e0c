import { Type } from 'typebox';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Language } from '#src/ground/http/language.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { pixKeyTypes } from '#src/ground/pix/pix-key.ts';
import { chosenColumns, columnsOfFile } from '#src/ground/schemas/file-column-schemas.ts';
import { NullableText } from '#src/ground/schemas/text-schemas.ts';
import { failureIn } from '../../failure-texts.ts';
import { payoutStatuses } from '../payout.ts';
import {
  BATCH_BYTES_MAX,
  BATCH_LINES_MAX,
  type BatchWithLines,
  batchStatuses,
  countRepeats,
  lineErrors,
  lineWarnings,
  type PayoutBatch,
  type PayoutOfLine,
  type TypedLine,
} from './payout-batch.ts';
import { batchColumns } from './read-batch-file.ts';

/** The longest text of a field in a correction: longer than any that is accepted. */
const TYPED_LENGTH_MAX = 500;

function oneOfNames<Name extends string>(names: readonly Name[]) {
  return Type.Unsafe<Name>({ type: 'string', enum: [...names] });
}

const Content = Type.String({
  description: 'O arquivo CSV ou XLSX em base64.',
  // A file above the limit of a batch has its own error.
  maxLength: 2 * BATCH_BYTES_MAX,
});

/** A file whose columns are read. */
export const PreviewBody = Type.Object({ content: Content });
export const BatchColumns = columnsOfFile(batchColumns);

/** A file to check; its content in base64. */
export const FileBody = Type.Object({
  file_name: Type.String({ minLength: 1, maxLength: 255 }),
  content: Content,
  columns: Type.Optional(chosenColumns(batchColumns)),
  replaces: Type.Optional(
    Type.String({
      description: 'O lote não confirmado que este arquivo corrige; ele é apagado.',
      maxLength: 64,
    }),
  ),
});

/** The fields of a line after its correction, as a file says them; what is absent stays. */
export const CorrectionBody = Type.Object({
  name: typedText('O favorecido.'),
  document: typedText('O CPF ou CNPJ de quem recebe.'),
  key_type: typedText('O tipo da chave: cpf, cnpj, e-mail, celular ou aleatória.'),
  key: typedText('A chave Pix.'),
  amount: typedText('O valor em reais: 1.234,56.'),
  description: typedText('A descrição.'),
  external_id: typedText('A referência.'),
});

function typedText(description: string) {
  return Type.Optional(Type.String({ description, maxLength: TYPED_LENGTH_MAX }));
}

/** A confirmation, with the `repeats` of the batch that the person has seen. */
export const ConfirmBody = Type.Object({
  code: OptionalCode,
  seen_repeats: Type.Optional(Type.Integer({ minimum: 0, maximum: BATCH_LINES_MAX + 1 })),
});

/** A batch in lists. */
export const Batch = Type.Object({
  id: Type.String(),
  file_name: Type.String(),
  status: oneOfNames(batchStatuses),
  line_count: Type.Integer(),
  error_count: Type.Integer(),
  total: Type.Integer(),
  fee: Type.Integer(),
  is_repeated: Type.Boolean(),
  is_balance_short: Type.Boolean(),
  is_own: Type.Boolean(),
  created_by: Type.String(),
  created_at: Type.String(),
  confirmed_at: NullableText,
  expires_at: NullableText,
  decided_by: NullableText,
  reason: NullableText,
});

const Line = Type.Object({
  line: Type.Integer(),
  name: Type.String(),
  document: NullableText,
  pix_key: Type.String(),
  pix_key_type: Type.Union([oneOfNames(pixKeyTypes), Type.Null()]),
  amount: Type.Union([Type.Integer(), Type.Null()]),
  description: NullableText,
  external_id: NullableText,
  errors: Type.Array(oneOfNames(lineErrors)),
  warnings: Type.Array(oneOfNames(lineWarnings)),
  typed: Type.Union(
    [
      Type.Object({
        name: Type.String(),
        document: Type.String(),
        key_type: Type.String(),
        key: Type.String(),
        amount: Type.String(),
        description: Type.String(),
        external_id: Type.String(),
      }),
      Type.Null(),
    ],
    {
      description: 'Numa linha com erro, o que o arquivo diz; null se ela não pode ser corrigida.',
    },
  ),
  payout: Type.Union([
    Type.Object({ id: Type.String(), status: oneOfNames(payoutStatuses), failure: NullableText }),
    Type.Null(),
  ]),
});

/** A batch with its lines. */
export const BatchDetails = Type.Object({
  ...Batch.properties,
  repeats: Type.Integer({ description: 'Avisos de saques que podem já ter sido feitos.' }),
  lines: Type.Array(Line),
});

/** A batch as JSON, as one of its merchant's users sees it. */
export function batchView(batch: PayoutBatch, userId: string) {
  return {
    id: batch.id,
    file_name: batch.fileName,
    status: batch.status,
    line_count: batch.lineCount,
    error_count: batch.errorCount,
    total: centavosToJson(batch.total),
    fee: centavosToJson(batch.fee),
    is_repeated: batch.isRepeated,
    is_balance_short: batch.isBalanceShort,
    is_own: batch.confirmedBy === userId,
    created_by: batch.createdByName,
    created_at: isoTime(batch.createdAt),
    confirmed_at: timeOf(batch.confirmedAt),
    expires_at: timeOf(batch.expiresAt),
    decided_by: batch.decidedByName,
    reason: batch.reason,
  };
}

/** A batch with its lines as JSON. */
export function batchDetails(batch: BatchWithLines, userId: string, language: Language = 'pt-BR') {
  const payouts = new Map(batch.payouts.map((payout) => [payout.line, payout]));
  const lines = batch.lines.map((line) => {
    const payout = payouts.get(line.line);
    return {
      line: line.line,
      name: line.name,
      document: line.document,
      pix_key: line.pixKey,
      pix_key_type: line.pixKeyType,
      amount: line.amount,
      description: line.description,
      external_id: line.externalId,
      errors: [...line.errors],
      warnings: [...line.warnings],
      typed: line.errors.length > 0 && line.typed ? typedView(line.typed) : null,
      payout: payout
        ? { id: payout.id, status: payout.status, failure: failureOf(payout, language) }
        : null,
    };
  });
  const repeats = countRepeats(batch.isRepeated, batch.lines);
  return { ...batchView(batch, userId), repeats, lines };
}

function typedView({ isShifted: _, keyType, externalId, ...typed }: TypedLine) {
  return { ...typed, key_type: keyType, external_id: externalId };
}

function failureOf({ failure }: PayoutOfLine, language: Language): string | null {
  return failureIn(failure, language)?.message ?? null;
}

function timeOf(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
