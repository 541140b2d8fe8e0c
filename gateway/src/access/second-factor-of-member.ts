import { Type } from 'typebox';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { PanelUser } from './member-of-request.ts';

export interface SecondFactorDeps {
  /** Whether a code is right for a user, only once. Refuses `rate_limited` after wrong ones. */
  readonly checkSecondFactor: (userId: string, code: string) => Promise<boolean>;
}

/** The code in a request's body. Users without a second factor send none. */
export const OptionalCode = Type.Optional(Type.String({ format: 'second-factor-code' }));

/**
 * Checks the code of a user who has a second factor, before money moves or a secret is shown.
 * Refuses `second_factor_invalid` for a wrong or missing code, and `rate_limited` after too many
 * wrong ones.
 */
export async function requireSecondFactor(
  { checkSecondFactor }: SecondFactorDeps,
  { userId, hasSecondFactor }: PanelUser,
  code: string | undefined,
): Promise<void> {
  if (!hasSecondFactor) return;
  const isRight = code !== undefined && (await checkSecondFactor(userId, code));
  if (!isRight) throw new Refusal('second_factor_invalid');
}
