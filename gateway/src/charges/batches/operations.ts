import { batchOperations } from './batch-operations.ts';
import { carneOperations } from './carne/carne-operations.ts';
import { chargeFileOperations } from './files/file-operations.ts';

/** The operations of batches, for the access rules of the panel and the methods of the SDKs. */
export const chargeBatchesOperations = [
  ...batchOperations,
  ...chargeFileOperations,
  ...carneOperations,
];
