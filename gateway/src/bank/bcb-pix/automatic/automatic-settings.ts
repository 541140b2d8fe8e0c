import type { ReceivingAccount } from '#src/ground/config/bank-config.ts';
import type { BcbPixSettings } from '../bcb-pix-settings.ts';

export interface AutomaticSettings extends BcbPixSettings {
  readonly account: ReceivingAccount;
}

/** After a refusal with one of these statuses an earlier attempt may have been done. */
const MAY_BE_DONE = [400, 409, 422];

/** Whether a refusal may answer a repeat, so that the record must be looked up. */
export function mayBeDone(answer: { readonly kind: string; readonly status?: number }): boolean {
  return answer.kind === 'refused' && MAY_BE_DONE.includes(answer.status ?? 0);
}
