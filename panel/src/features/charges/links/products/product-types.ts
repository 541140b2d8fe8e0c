import type { Answer } from '#panel/api/answer.ts';

export type Product = Answer<'/api/panel/{environment}/products'>['data'][number];
