import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { Interval } from './cycle-days.ts';

/** How many cycles of each rhythm a month has, as a fraction: 52 weeks are 12 months. */
const CYCLES_A_MONTH: Readonly<Record<Interval, readonly [bigint, bigint]>> = {
  weekly: [52n, 12n],
  monthly: [1n, 1n],
  quarterly: [1n, 3n],
  semiannual: [1n, 6n],
  annual: [1n, 12n],
};

/** The monthly revenue of subscriptions of one rhythm. A fraction of a centavo is cut off. */
export function monthlyOf(interval: Interval, amount: Centavos): Centavos {
  const [cycles, months] = CYCLES_A_MONTH[interval];
  return centavos((amount * cycles) / months);
}
