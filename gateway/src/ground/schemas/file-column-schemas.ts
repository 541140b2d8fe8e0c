import { Type } from 'typebox';
import { COLUMNS_MAX, type CsvPreview } from '../read-csv.ts';
import { oneOf } from './text-schemas.ts';

const Place = Type.Integer({ minimum: 0, maximum: COLUMNS_MAX - 1 });

/** The columns of a file that a person chose, by the names of ours. */
export function chosenColumns<Name extends string>(names: readonly Name[]) {
  return Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Optional(Place)])) as Record<
      Name,
      ReturnType<typeof Type.Optional<typeof Place>>
    >,
    {
      description:
        'A coluna do arquivo, a partir de 0, de cada dado. ' +
        'Sem este campo, valem os nomes do cabeçalho.',
    },
  );
}

/** The beginning of a file, and what is known of its columns. */
export function columnsOfFile<Name extends string>(names: readonly Name[]) {
  return Type.Object({
    headings: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Type.String()), { description: 'As primeiras linhas.' }),
    columns: chosenColumns(names),
    required: Type.Array(Type.Array(oneOf(names)), {
      description: 'O arquivo precisa de uma coluna de cada grupo.',
    }),
  });
}

/** The answer of `columnsOfFile`. */
export function columnsOfFileView<Name extends string>(
  { headings, rows, columns }: CsvPreview<Name>,
  required: readonly (readonly Name[])[],
) {
  return {
    headings: [...headings],
    rows: rows.map((row) => [...row]),
    columns,
    required: required.map((group) => [...group]),
  };
}
