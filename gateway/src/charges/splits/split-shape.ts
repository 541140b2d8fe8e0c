/**
 * The `split` of a charge in JSON Schema, for the OpenAPI document. The server checks it in
 * `split.ts`, because each rule has its own problem code.
 */
export const SPLIT_SHAPE = {
  type: ['array', 'null'],
  maxItems: 20,
  items: {
    title: 'SplitRequest',
    type: 'object',
    required: ['username'],
    oneOf: [{ required: ['percentage'] }, { required: ['amount'] }],
    properties: {
      username: {
        type: 'string',
        description: 'O username do lojista que recebe.',
        examples: ['parceiro'],
      },
      percentage: {
        type: 'number',
        minimum: 0.01,
        maximum: 90,
        multipleOf: 0.01,
        description: 'Parte do valor bruto, em por cento; no lugar de `amount`.',
        examples: [5.5],
      },
      amount: {
        type: 'integer',
        minimum: 1,
        maximum: 999_999_999_999,
        description: 'Parte fixa, em centavos; no lugar de `percentage`.',
        examples: [250],
      },
    },
  },
} as const;
