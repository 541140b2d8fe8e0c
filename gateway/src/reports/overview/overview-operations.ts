import { memberRules } from '#src/ground/access/member-access.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { type ComparedPeriods, chosenPeriods, namedPeriods } from './overview-period.ts';
import { Overview, OverviewQuery } from './overview-schemas.ts';
import { type OverviewDeps, readOverview } from './read-overview.ts';

const NAMES_OF_DAYS = { 7: '7_days', 30: '30_days', 90: '90_days' } as const;
const { operation } = operationsOf<OverviewDeps>();

/** The first page of the panel: the overview of a scope. */
export const overviewOperations = [
  operation({
    at: 'GET /overview',
    member: { id: 'getOverview', access: memberRules.read },
    query: OverviewQuery,
    answer: [200, Overview],
    run: async ({ deps, owner: { merchant, scope }, query }) => {
      const periods = periodsOf(query, brazilianDayOf(deps.clock.now()));
      const { attention, ...overview } = await readOverview(deps, scope, periods);
      return { ...overview, attention: { merchant_status: merchant.status, ...attention } };
    },
  }),
];

/** The chosen days, otherwise the named period, otherwise the last 30 days. */
function periodsOf({ period, from, to, days }: OverviewQuery, today: string): ComparedPeriods {
  if (from !== undefined || to !== undefined) {
    return chosenPeriods(from ?? to ?? today, to ?? today, today);
  }
  return namedPeriods(period ?? NAMES_OF_DAYS[days ?? 30], today);
}
