import { batchOperations } from './batches/batch-operations.ts';
import { carneOperations } from './batches/carne/carne-operations.ts';
import { chargeFileOperations } from './batches/files/file-operations.ts';
import { chargeOperations } from './charge-operations.ts';
import { linkOperations } from './links/link-operations.ts';
import { productOperations } from './links/products/product-operations.ts';
import { pageLookOperations } from './payment-page/page-look-operations.ts';
import { splitOperations } from './splits/split-operations.ts';

/** The operations of charges, for the access rules of the panel and the methods of the SDKs. */
export const chargesOperations = [
  ...chargeOperations,
  ...batchOperations,
  ...chargeFileOperations,
  ...carneOperations,
  ...linkOperations,
  ...productOperations,
  ...splitOperations,
  ...pageLookOperations,
];
