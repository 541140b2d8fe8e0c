import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { selectBeneficiary } from '../beneficiaries/beneficiary-store.ts';
import { lockLimitSettings } from '../limits/payout-limit-store.ts';
import {
  type AutomaticPayout,
  type AutomaticRun,
  type AutomaticSchedule,
  nextRun,
} from './automatic-payout.ts';
import { saveAutomatic, selectAutomatic, selectRuns } from './automatic-payout-store.ts';

const RUNS_SHOWN = 20;

/** The settings that a member saves. */
export interface WantedAutomatic extends AutomaticSchedule {
  readonly beneficiaryId: string;
  readonly above: Centavos;
  readonly keep: Centavos;
  readonly isOn: boolean;
}

/** Sets the automatic payout of a scope. Refuses `beneficiary_not_found`. */
export function setAutomatic(
  { database, clock }: DatabaseAndClock,
  { merchantId, environment }: LedgerScope,
  { isOn, ...wanted }: WantedAutomatic,
  by: Actor,
): Promise<void> {
  const scope = { merchantId, environment };
  return database.transaction(async (tx) => {
    await lockLimitSettings(tx, scope);
    const beneficiary = await selectBeneficiary(tx, { ...scope, id: wanted.beneficiaryId });
    if (!beneficiary) throw new Refusal('beneficiary_not_found');
    const now = clock.now();
    const nextRunAt = isOn ? nextRun(wanted, now) : null;
    saveAutomatic(tx, { ...wanted, ...scope, nextRunAt, at: now });
    const details = {
      environment,
      is_on: isOn,
      beneficiary: beneficiary.name,
      rule: wanted.rule,
      hour: wanted.hour,
      weekday: wanted.weekday,
      above: centavosToJson(wanted.above),
      keep: centavosToJson(wanted.keep),
    };
    const change = { action: 'automatic_payout.set', merchantId, subject: merchantId } as const;
    recordChange(tx, by, { ...change, details }, now);
  });
}

/** The automatic payout of a scope, and its newest runs. */
export async function readAutomatic(
  database: Queryable,
  scope: LedgerScope,
): Promise<{ readonly automatic: AutomaticPayout | undefined; readonly runs: AutomaticRun[] }> {
  const [automatic, runs] = await Promise.all([
    selectAutomatic(database, scope),
    selectRuns(database, { ...scope, limit: RUNS_SHOWN }),
  ]);
  return { automatic, runs };
}
