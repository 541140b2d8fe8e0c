import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { findRequest, readRecurrences } from '#src/subscriptions/recurrences/find-recurrences.ts';
import type { AuthorizationRequest } from '#src/subscriptions/recurrences/recurrence.ts';
import { refuseSubscriptions } from '#src/subscriptions/refuse-subscriptions.ts';
import type { Subscription } from '#src/subscriptions/subscription.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { Faults } from '../fields/fields.ts';
import { notFound } from '../problems/standard-problem.ts';
import { readSolicRec, readWithdrawal, refuse, type SolicRecFields } from './read-solicrec.ts';
import { findRec, type RecDeps, shownOf } from './rec-deps.ts';
import { solicRec } from './rec-view.ts';
import { keyOf } from './write-rec.ts';

const FAMILY = 'SolicRec';
const ID = /^[a-zA-Z0-9]{29}$/;
const IdParams = Type.Object({ idSolicRec: Type.String() });
const Body = Type.Unknown();
const read = { problemFamily: FAMILY, ...scopeOfRoute('solicrec.read') } as const;
const write = { problemFamily: FAMILY, ...scopeOfRoute('solicrec.write') } as const;

/** /pix/v2/solicrec: requests to payers at their banks to authorize a recurrence. */
export function solicRecRoutes(deps: RecDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/pix/v2/solicrec',
      { config: write, schema: { hide: true, operationId: 'apiPixPostSolicRec', body: Body } },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSubscriptions(deps.subscriptions.live, caller);
        const fields = readSolicRec(request.body, caller.environment);
        return reply.code(201).send(await createRequest(deps, caller, fields));
      },
    );
    app.patch(
      '/pix/v2/solicrec/:idSolicRec',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPatchSolicRec', params: IdParams, body: Body },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        refuseSubscriptions(deps.subscriptions.live, caller);
        readWithdrawal(request.body);
        // The document answers 201.
        return reply.code(201).send(await withdrawRequest(deps, caller, request.params.idSolicRec));
      },
    );
    app.get(
      '/pix/v2/solicrec/:idSolicRec',
      { config: read, schema: { hide: true, operationId: 'apiPixGetSolicRec', params: IdParams } },
      async (request) => {
        const caller = callerOf(request);
        return shown(deps, caller, request.params.idSolicRec);
      },
    );
  };
}

async function createRequest(deps: RecDeps, caller: Caller, fields: SolicRecFields) {
  const subscription = await findRec(deps.database, caller, fields.idRec);
  refuseUnlessAskable(subscription, deps.clock.now());
  const { payerDocument, account, expiresAt } = fields;
  const change = { kind: 'open_request', payerDocument, account, expiresAt } as const;
  const { act } = await deps.subscriptions.changeRecurrence(keyOf(subscription), change);
  if (act.kind !== 'open_request') throw new Error('another act was done');
  return shown(deps, caller, act.id);
}

async function withdrawRequest(deps: RecDeps, caller: Caller, id: string) {
  const request = await knownRequest(deps.database, caller, id);
  if (request.status !== 'open') {
    const faults = new Faults('solicrec');
    const razao =
      'Não é possível cancelar uma solicitação de recorrência com o status diferente de CRIADA, ' +
      'ENVIADA ou RECEBIDA.';
    faults.add('status', razao);
    refuse(faults);
  }
  const change = { kind: 'withdraw_request', id } as const;
  await deps.subscriptions.changeRecurrence(request.subscription, change);
  return shown(deps, caller, id);
}

function refuseUnlessAskable(subscription: Subscription, now: number): void {
  const { status, requestExpiresAt } = subscription;
  const faults = new Faults('solicrec');
  if (status !== 'created') {
    faults.add('idRec', 'A recorrência não está com o status CRIADA.', subscription.recurrenceId);
  } else if (requestExpiresAt !== null && now < requestExpiresAt) {
    const razao = 'Existe uma solicitação ativa referente ao mesmo solicrec.idRec.';
    faults.add('idRec', razao, subscription.recurrenceId);
  }
  refuse(faults);
}

async function knownRequest(
  database: Queryable,
  caller: Caller,
  id: string,
): Promise<AuthorizationRequest> {
  const found = ID.test(id) ? await findRequest(database, caller, id) : undefined;
  if (!found) throw notFound(FAMILY);
  return found;
}

/** A request with its recurrence, both of one instant. */
function shown({ database }: RecDeps, caller: Caller, id: string) {
  return database.snapshot(async (tx) => {
    const request = await knownRequest(tx, caller, id);
    const [recurrence] = await readRecurrences(tx, [request.subscription]);
    if (!recurrence) throw new Error('a request of an unknown recurrence');
    return solicRec(request, shownOf(caller, recurrence));
  });
}
