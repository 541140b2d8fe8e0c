import type { Answer } from '#panel/api/answer.ts';

export type Verification = Answer<'/api/operator/ledger-verifications'>['data'][number];

/** The result of a verification as a state of the panel. */
export function resultOf({ status, is_clean: isClean }: Verification) {
  if (status !== 'done') return status;
  return isClean ? 'clean' : 'differs';
}
