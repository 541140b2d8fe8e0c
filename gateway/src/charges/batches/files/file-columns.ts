/** The columns of a file of charges. */
export const fileColumns = [
  'name',
  'document',
  'email',
  'amount',
  'due_date',
  'installments',
  'days_after_due',
  'fine',
  'interest',
  'discount',
  'discount_days',
  'description',
  'external_id',
] as const;

/** A column of a file of charges. */
export type FileColumn = (typeof fileColumns)[number];

/** The cells of a row of a file. */
export type FileCells = Readonly<Record<FileColumn, string>>;
