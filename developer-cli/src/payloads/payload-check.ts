/** One check of a payload: what was checked, and its result in Portuguese. */
export interface PayloadCheck {
  readonly check:
    | 'payload'
    | 'algorithm'
    | 'jku'
    | 'kid'
    | 'x5t'
    | 'certificate'
    | 'signature'
    | 'fields'
    | 'amount'
    | 'status'
    | 'expiry'
    | 'sum';
  readonly ok: boolean;
  readonly message: string;
}
