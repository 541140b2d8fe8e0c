import type { Answer } from '#panel/api/answer.ts';

/** A line of the list. */
export type MerchantItem = Answer<'/api/operator/merchants'>['data'][number];
/** A merchant's own page. */
export type Merchant = Answer<'/api/operator/merchants/{username}'>;
export type MerchantCredential = Merchant['credentials'][number];
export type MerchantUser = Merchant['users'][number];
export type MerchantStatus = Merchant['status'];
