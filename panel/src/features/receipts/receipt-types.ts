import type { paths } from '#panel/api/schema.d.ts';

/** A payment that waits for an operator. */
export type Receipt =
  paths['/api/operator/receipts']['get']['responses'][200]['content']['application/json']['data'][number];
