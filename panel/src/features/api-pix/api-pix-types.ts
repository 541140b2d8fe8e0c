import type { Answer } from '#panel/api/answer.ts';

/** The data to type into an ERP that speaks the Central Bank's API. */
export type ApiPix = Answer<'/api/panel/{environment}/api-pix'>;
/** A key pair, without its secret. */
export type ApiPixKey = Answer<'/api/panel/{environment}/credentials'>['data'][number];
