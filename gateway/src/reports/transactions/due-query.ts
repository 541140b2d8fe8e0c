import { Type } from 'typebox';

const day = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      format: 'instant',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description,
      examples: [example],
    }),
  );

/** The filters by due date in a query. */
export const dueQuery = {
  due_from: day('Pendentes que vencem a partir deste dia.', '2027-01-15'),
  due_to: day('Pendentes que vencem até este dia, inclusive.', '2027-01-31'),
  overdue: Type.Optional(
    Type.Boolean({
      description: 'true: só as pendentes cujo vencimento já passou, pelo dia de hoje em Brasília.',
      examples: [true],
    }),
  ),
};
