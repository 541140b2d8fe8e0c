import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createOperatorGuard, type PanelGuardNeeds } from './panel-guard.ts';

export type OperatorApiNeeds = PanelGuardNeeds;

/** The operators' side of the panel, behind one guard. */
export function operatorApi(needs: OperatorApiNeeds): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createOperatorGuard(needs));
    const routes: FastifyPluginAsync[] = [];
    for (const route of routes) await app.register(route);
  };
}
