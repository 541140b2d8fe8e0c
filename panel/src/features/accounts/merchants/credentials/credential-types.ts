import type { Answer } from '#panel/api/answer.ts';

/** A key pair in the list of keys, without its secret. */
export type Credential = Answer<'/api/panel/{environment}/credentials'>['data'][number];
