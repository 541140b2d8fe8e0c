/**
 * The `split` of a charge in JSON Schema, for the OpenAPI document. The server checks it in
 * `split.ts`, because each rule has its own problem code.
 */
export const SPLIT_SHAPE = {
  type: ['array', 'null'],
  maxItems: 20,
  items: {
    type: 'object',
    required: ['username', 'percentage'],
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
        description: 'Parte do valor bruto, em por cento.',
        examples: [5.5],
      },
    },
  },
} as const;
