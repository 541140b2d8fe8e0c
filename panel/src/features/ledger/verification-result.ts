import type { paths } from '#panel/api/schema.d.ts';

export type Verification =
  paths['/api/operator/ledger-verifications']['get']['responses'][200]['content']['application/json']['data'][number];

/** How a verification stands, as one of the panel's states. */
export function resultOf({ status, is_clean: isClean }: Verification) {
  if (status !== 'done') return status;
  return isClean ? 'clean' : 'differs';
}
