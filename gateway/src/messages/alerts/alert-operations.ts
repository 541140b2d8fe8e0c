import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import type { Logger } from '#src/ground/log.ts';
import { AlertDetail, CauseParams, evidenceView, timeView } from './alert-schemas.ts';
import { selectToldAt } from './alert-store.ts';
import { type EvidenceDeps, readEvidence } from './evidence/read-evidence.ts';
import { ALERT_RULES, type AlertCause, type AlertReaders } from './operator-alert.ts';
import { readAlerts } from './read-alerts.ts';
import { readSilences, silenceAlert, unsilenceAlert } from './silence-alert.ts';
import { SilenceView, silenceView } from './silence-view.ts';

interface AlertDeps extends EvidenceDeps {
  readonly logger: Logger;
  readonly readers: AlertReaders;
}

const { operation } = operationsOf<AlertDeps>();
const Silenced = Type.Object({ silence: SilenceView });

/** One alert with all that an operator needs to solve it, and its silence. */
export const alertOperations = [
  operation({
    at: 'GET /alerts/:cause',
    operator: { id: 'getAlert', access: operatorRules.read },
    params: CauseParams,
    answer: [200, AlertDetail],
    run: ({ deps, params: { cause } }) => alertView(deps, cause),
  }),
  // Every operator may silence an alert, so that it needs no second person at night.
  operation({
    at: 'POST /alerts/:cause/silence',
    operator: { id: 'silenceAlert', access: operatorRules.read },
    params: CauseParams,
    answer: [200, Silenced],
    run: async ({ deps, by, params: { cause } }) => {
      await silenceAlert(deps, cause, by);
      return readSilence(deps, cause);
    },
  }),
  operation({
    at: 'DELETE /alerts/:cause/silence',
    operator: { id: 'unsilenceAlert', access: operatorRules.read },
    params: CauseParams,
    answer: [200, Silenced],
    run: async ({ deps, by, params: { cause } }) => {
      await unsilenceAlert(deps, cause, by);
      return readSilence(deps, cause);
    },
  }),
];

async function readSilence({ database, clock }: AlertDeps, cause: AlertCause) {
  return { silence: silenceView((await readSilences(database, clock.now())).get(cause)) };
}

async function alertView(deps: AlertDeps, cause: AlertCause) {
  const { database, clock, logger, readers } = deps;
  const read = readers[cause];
  const [readings, silences, toldAt, evidence] = await Promise.all([
    readAlerts(read ? { [cause]: read } : {}, logger),
    readSilences(database, clock.now()),
    selectToldAt(database, { cause }),
    readEvidence(deps, cause),
  ]);
  const [reading] = readings;
  const { above, page } = ALERT_RULES[cause];
  return {
    cause,
    above,
    page,
    value: reading?.value ?? null,
    is_raised: reading?.isRaised ?? false,
    told_at: timeView(toldAt),
    silence: silenceView(silences.get(cause)),
    ...evidenceView(evidence),
  };
}
