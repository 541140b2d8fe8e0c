import type { Bank } from './bank.ts';
import { DEVIATIONS } from './deviations.ts';
import type { ApiOperation } from './faults.ts';
import type { Deviation, Outgoing } from './twist-answers.ts';

/** The deviations among the active ones that an operation has. */
export function deviationsOf(
  { deviations }: Pick<Bank, 'deviations'>,
  operation: ApiOperation | 'callback' | undefined,
): readonly Deviation[] {
  if (operation === undefined) return [];
  return [...deviations]
    .map((name): Deviation => DEVIATIONS[name])
    .filter(({ on }) => on.includes(operation));
}

/** Changes an answer as all of the deviations do. */
export function twistAnswer(deviations: readonly Deviation[], outgoing: Outgoing): Outgoing {
  let answer = outgoing;
  for (const { twist, twists = 'successes' } of deviations) {
    const kind = answer.status >= 400 ? 'refusals' : 'successes';
    if (twist && (twists === 'both' || twists === kind)) answer = { ...answer, ...twist(answer) };
  }
  return answer;
}
