import type { paths } from '#panel/api/schema.d.ts';

type OkOf<Path extends '/api/operator/merchants' | '/api/operator/merchants/{username}'> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

/** A line of the list. */
export type MerchantItem = OkOf<'/api/operator/merchants'>['data'][number];
/** A merchant's own page. */
export type Merchant = OkOf<'/api/operator/merchants/{username}'>;
export type MerchantCredential = Merchant['credentials'][number];
export type MerchantUser = Merchant['users'][number];
export type MerchantStatus = Merchant['status'];
