/** `test` is the sandbox of a merchant; `live` moves real money. */
export type Environment = 'test' | 'live';

/** The ledger accounts of one merchant in one environment. Scopes never share an account. */
export interface LedgerScope {
  readonly merchantId: string;
  readonly environment: Environment;
}
