import type { paths } from '#panel/api/schema.d.ts';

/** A payment that waits for an operator. */
export type IncomingPayment =
  paths['/api/operator/incoming-payments']['get']['responses'][200]['content']['application/json']['data'][number];
