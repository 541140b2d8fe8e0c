import type { Answer } from '#panel/api/answer.ts';

export type Verification = Answer<'/api/operator/ledger-verifications'>['data'][number];

/** How a verification stands, as one of the panel's states. */
export function resultOf({ status, is_clean: isClean }: Verification) {
  if (status !== 'done') return status;
  return isClean ? 'clean' : 'differs';
}
