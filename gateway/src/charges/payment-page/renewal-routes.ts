import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#src/ground/clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { RENEWALS_MAX, type RenewalDeps, renewCharge } from '../renew-charge.ts';
import {
  findPayable,
  PAYERS_ROUTE,
  type PageRequest,
  spendVisit,
  type VisitDeps,
} from './find-payable.ts';
import { mayRenew, nowOf, statusAt } from './payable.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_BYTES_MAX = 1_024;
/** Over all charges. Many payers may share an address. */
const RENEWALS_PER_ADDRESS = 20;

export interface RenewalRouteDeps extends VisitDeps {
  readonly clock: Clock;
  readonly renewals: RenewalDeps;
}

type AnswerError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/**
 * The form by which a payer gets a new code for an expired charge. It works without a script: the
 * answer leads to the page of the new charge, or back to this one when it has not expired.
 */
export function renewalRoutes(deps: RenewalRouteDeps, errorHandler: AnswerError) {
  const plugin: FastifyPluginAsync = async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, undefined),
    );
    app.post<PageRequest>(
      '/pagar/:internal_id/renovar',
      { ...PAYERS_ROUTE, bodyLimit: FORM_BYTES_MAX, errorHandler },
      async (request, reply) => {
        const payable = await findPayable(deps, request);
        await spendVisit(deps, request.ip, { name: 'renewals', limit: RENEWALS_PER_ADDRESS });
        const status = statusAt(payable, nowOf(payable, deps.clock.now()));
        if (status === 'expired' && !mayRenew(payable, RENEWALS_MAX)) {
          throw new Refusal('charge_expired');
        }
        const { merchantId, environment, id } = payable;
        const key = { merchantId, environment, id };
        const shown = status === 'expired' ? await renewCharge(deps.renewals, key) : id;
        return reply.redirect(`/pagar/${shown}${queryOf(request.query)}`, 303);
      },
    );
  };
  return plugin;
}

function queryOf({ embed, lang }: PageRequest['Querystring']): string {
  const query = new URLSearchParams({
    ...(embed === '1' && { embed }),
    ...(lang === 'en' || lang === 'pt-BR' ? { lang } : {}),
  });
  return query.size > 0 ? `?${query}` : '';
}
