import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** Something that payment links sell, at the price that it has now. */
export interface Product extends LedgerScope {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly amount: Centavos;
  /** The id in the public address of its image. */
  readonly imageId: string | null;
  readonly createdAt: number;
}

/** The public path of an image; null without an image. */
export function pathOfImage(imageId: string | null): string | null {
  return imageId === null ? null : `/link/images/${imageId}`;
}
