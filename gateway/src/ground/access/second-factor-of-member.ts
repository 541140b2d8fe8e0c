import { Type } from 'typebox';
import { Refusal } from '../errors/problems.ts';
import type { PanelUser } from './member-of-request.ts';

export interface SecondFactorDeps {
  /** Whether a code is right; each code works once. Refuses `rate_limited` after wrong codes. */
  readonly checkSecondFactor: (userId: string, code: string) => Promise<boolean>;
  /** Refuses `second_factor_replaced` on the day after a user's second factor was replaced. */
  readonly refuseReplacedFactor: (userId: string) => Promise<void>;
}

/** The code in a request's body. The panel's guard checks it before the route runs. */
export const OptionalCode = Type.Optional(Type.String({ format: 'second-factor-code' }));

/** The body of a change whose only field is the code. */
export const CodeOnly = Type.Object({ code: OptionalCode });

/**
 * Checks the code of a user, before money moves or a secret is shown. Users who have no second
 * factor pass, unless it is required. Refuses `second_factor_required` then, `rate_limited` after
 * too many wrong codes, and `second_factor_invalid` for a wrong or missing one.
 */
export async function checkCode(
  { checkSecondFactor }: SecondFactorDeps,
  { userId, hasSecondFactor }: PanelUser,
  { code, isRequired }: { code: unknown; isRequired: boolean },
): Promise<void> {
  if (!hasSecondFactor && isRequired) throw new Refusal('second_factor_required');
  if (!hasSecondFactor) return;
  const isRight = typeof code === 'string' && (await checkSecondFactor(userId, code));
  if (!isRight) throw new Refusal('second_factor_invalid');
}
