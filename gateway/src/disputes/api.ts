import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import { ofCaller, ofMerchant } from '#src/ground/work/request-batches.ts';
import { type DefenseRequest, defendDisputes } from './defend-disputes.ts';
import { disputeOperatorRoutes } from './dispute-operator-routes.ts';
import { disputePanelRoutes } from './dispute-panel-routes.ts';
import { defendDisputeRoute, listDisputesRoute, readDisputeRoute } from './dispute-routes.ts';
import {
  disputeFileOperatorRoutes,
  disputeFilePanelRoutes,
} from './files/dispute-file-panel-routes.ts';
import { disputeFileRoutes } from './files/dispute-file-routes.ts';
import type { NamedDispute } from './read-disputes.ts';
import { closeTestDisputeRoute, openTestDisputeRoute } from './test-dispute-routes.ts';
import {
  closeTestDisputes,
  openTestDisputes,
  type TestClosing,
  type TestDispute,
} from './test-disputes.ts';

/** The operations and routes of disputes. */
export function disputesApi(
  api: ApiContext,
  {
    clocks,
    chargesOfCustomer,
  }: { readonly clocks: ClockTimes; readonly chargesOfCustomer: ChargesOfCustomer },
): RoomRoutes {
  const { isIdempotencyRequired } = api.config;
  const settings = { atOnce: 1, ...ofMerchant };
  const defendDispute = clocks.batcher<DefenseRequest, CreatedResource>({
    name: 'defend-disputes',
    run: (items, inClock) => defendDisputes({ ...api, ...inClock }, items),
    settings: { atOnce: 1, ...ofCaller },
    clockOf: ({ caller: { merchantId, environment }, disputeId: id }) =>
      clocks.clockOf('dispute', { merchantId, environment, id }),
    bind: withKeyOfClock,
  });
  const openTestDispute = clocks.batcher<TestDispute, NamedDispute>({
    name: 'open-test-disputes',
    run: (items, inClock) => openTestDisputes({ ...api, ...inClock }, items),
    settings,
    clockOf: (charge) => clocks.clockOf('charge', charge),
  });
  const closeTestDispute = clocks.batcher<TestClosing, NamedDispute>({
    name: 'close-test-disputes',
    run: (items, inClock) => closeTestDisputes({ ...api, ...inClock }, items),
    settings,
    clockOf: (dispute) => clocks.clockOf('dispute', dispute),
  });
  const tests = { openTestDispute, closeTestDispute };
  const deps = { ...api, defendDispute, isIdempotencyRequired, chargesOfCustomer, ...tests };
  return {
    api: [
      listDisputesRoute(deps),
      readDisputeRoute(deps),
      defendDisputeRoute(deps),
      disputeFileRoutes(api),
      openTestDisputeRoute(deps),
      closeTestDisputeRoute(deps),
    ],
    panel: [
      disputePanelRoutes({ ...api.panel, defendDispute, chargesOfCustomer }),
      disputeFilePanelRoutes(api.panel),
    ],
    operators: [disputeOperatorRoutes(api.panel), disputeFileOperatorRoutes(api.panel)],
  };
}
