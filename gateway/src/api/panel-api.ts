import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { chargePanelRoutes } from '#src/charges/charge-panel-routes.ts';
import type { ChargeRoutesNeeds } from '#src/charges/charge-routes.ts';
import { taxIdFaults } from '#src/merchants/tax-id-of-request.ts';
import { Refusal } from '#src/platform/problems.ts';
import {
  type TransactionPanelNeeds,
  transactionPanelRoutes,
} from '#src/transactions/transaction-panel-routes.ts';
import { createMemberGuard, type PanelGuardNeeds } from './panel-guard.ts';

export type PanelApiNeeds = PanelGuardNeeds & ChargeRoutesNeeds & TransactionPanelNeeds;

/** The merchants' side of the panel: everything a merchant's person can do, behind one guard. */
export function panelApi(needs: PanelApiNeeds): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createMemberGuard(needs));
    app.addHook('preHandler', async (request) => {
      const fields = taxIdFaults(request);
      if (fields.length > 0) throw new Refusal('invalid_request', { fields });
    });
    const routes: FastifyPluginAsync[] = [chargePanelRoutes(needs), transactionPanelRoutes(needs)];
    for (const route of routes) await app.register(route);
  };
}
