import type { Answer } from '#panel/api/answer.ts';

/** A row of the list of merchants. */
export type MerchantItem = Answer<'/api/operator/merchants'>['data'][number];
/** The data of a merchant's page. */
export type Merchant = Answer<'/api/operator/merchants/{username}'>;
export type MerchantCredential = Merchant['credentials'][number];
export type MerchantUser = Merchant['users'][number];
export type MerchantStatus = Merchant['status'];
