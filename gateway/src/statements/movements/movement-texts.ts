/** The columns of the statement for accountants, in CSV and XLSX. */
export const movementColumns = [
  'Data',
  'Movimento',
  'Valor bruto',
  'Splits',
  'Tarifa',
  'Valor líquido',
  'Saldo',
  'Pagador ou favorecido',
  'CPF ou CNPJ',
  'Referência',
  'EndToEndId',
  'Transação',
  'Identificador',
  'Número',
] as const;

/** The columns of the totals of days. */
export const dayColumns = [
  'Dia',
  'Saldo inicial',
  'Entradas',
  'Saídas',
  'Tarifas',
  'Saldo final',
  'Movimentos',
] as const;

export const sheetNames = { movements: 'Movimentos', days: 'Totais por dia' } as const;
