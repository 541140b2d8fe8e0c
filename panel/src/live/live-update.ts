import type { Environment } from '#panel/session/environment.tsx';

/** A live update: an event of the merchant, as the gateway sends it. */
export interface LiveUpdate {
  readonly environment: Environment;
  readonly kind: string;
  readonly id: string;
  readonly amount: number | null;
  /** Made shortly before the page began to listen. */
  readonly is_earlier?: true;
}
