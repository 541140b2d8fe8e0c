import { linkOperations } from './link-operations.ts';
import { productOperations } from './products/product-operations.ts';

/** The operations of links and products, for their routes, the access rules and the SDKs. */
export const paymentLinksOperations = [...linkOperations, ...productOperations];
