import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import type { Logger } from '#src/ground/log.ts';
import { AlertDetail, CauseParams, evidenceView, timeView } from './alert-schemas.ts';
import { selectToldAt } from './alert-store.ts';
import { type EvidenceDeps, readEvidence } from './evidence/read-evidence.ts';
import { ALERT_RULES, type AlertCause, type AlertReaders } from './operator-alert.ts';
import { readAlerts } from './read-alerts.ts';
import { readSilences, silenceAlert, unsilenceAlert } from './silence-alert.ts';
import { SilenceView, silenceView } from './silence-view.ts';

const PATH = '/api/operator/alerts/:cause';
const Silenced = Type.Object({ silence: SilenceView });

export interface AlertRoutesDeps extends EvidenceDeps {
  readonly logger: Logger;
  readonly readers: AlertReaders;
}

/** One alert with all that an operator needs to solve it, and its silence. */
export function alertOperatorRoutes(deps: AlertRoutesDeps): FastifyPluginAsyncTypebox {
  const readSilence = async (cause: AlertCause) =>
    silenceView((await readSilences(deps.database, deps.clock.now())).get(cause));
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getAlert',
          params: CauseParams,
          response: { 200: AlertDetail, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => alertView(deps, request.params.cause),
    );
    app.post(
      `${PATH}/silence`,
      {
        schema: {
          operationId: 'silenceAlert',
          params: CauseParams,
          response: { 200: Silenced, ...operatorChangeResponses() },
        },
      },
      async (request) => {
        const { cause } = request.params;
        await silenceAlert(deps, cause, actorOf(request));
        return { silence: await readSilence(cause) };
      },
    );
    app.delete(
      `${PATH}/silence`,
      {
        schema: {
          operationId: 'unsilenceAlert',
          params: CauseParams,
          response: { 200: Silenced, ...operatorChangeResponses() },
        },
      },
      async (request) => {
        const { cause } = request.params;
        await unsilenceAlert(deps, cause, actorOf(request));
        return { silence: await readSilence(cause) };
      },
    );
  };
}

async function alertView(deps: AlertRoutesDeps, cause: AlertCause) {
  const { database, clock, logger, readers } = deps;
  const read = readers[cause];
  const [readings, silences, toldAt, evidence] = await Promise.all([
    readAlerts(read ? { [cause]: read } : {}, logger),
    readSilences(database, clock.now()),
    selectToldAt(database, cause),
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
