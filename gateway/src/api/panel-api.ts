import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createMemberGuard, type PanelGuardNeeds } from './panel-guard.ts';

export type PanelApiNeeds = PanelGuardNeeds;

/** The merchants' side of the panel: everything a merchant's person can do, behind one guard. */
export function panelApi(needs: PanelApiNeeds): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createMemberGuard(needs));
    const routes: FastifyPluginAsync[] = [];
    for (const route of routes) await app.register(route);
  };
}
