import type { ReadPixNames } from '#src/webhooks/pix-callbacks/write-pix-body.ts';

/** The names that merchants gave to charges and refunds. */
export const readOwnPixNames: ReadPixNames = async () => ({
  txids: new Map(),
  refundNames: new Map(),
});
