import type { Environment } from '#panel/session/environment.tsx';

/** Something of the merchant that changed, as the gateway tells it. */
export interface News {
  readonly environment: Environment;
  readonly kind: string;
  readonly id: string;
  readonly amount: number | null;
}
