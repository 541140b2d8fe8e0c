import { Type } from 'typebox';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { PanelUser } from './member-of-request.ts';

export interface SecondFactorDeps {
  /** Whether a code is right for a user; uses it up. Throws `rate_limited` after too many. */
  readonly checkSecondFactor: (userId: string, code: string) => Promise<boolean>;
}

/** The code of a request's body; who has no second factor sends none. */
export const OptionalCode = Type.Optional(Type.String({ format: 'second-factor-code' }));

/**
 * The step before money moves or a secret is shown: somebody who has a second factor shows a code
 * of it. Refuses `second_factor_invalid`, also for a code that is missing.
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
