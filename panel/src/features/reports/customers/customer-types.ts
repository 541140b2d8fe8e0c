import type { Answer } from '#panel/api/answer.ts';

/** A customer of the list, with its newest charge. */
export type CustomerInList = Answer<'/api/panel/{environment}/customers'>['data'][number];

/** A customer of its page. */
export type Customer = Answer<'/api/panel/{environment}/customers/{id}'>;
