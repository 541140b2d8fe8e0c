import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import type { ClockTimes } from '#src/ground/clocks/clock-times.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import { ofCaller, ofMerchant } from '#src/ground/work/request-batches.ts';
import { type DefenseRequest, defendDisputes } from './defend-disputes.ts';
import { disputeDeskOperations } from './dispute-desk-operations.ts';
import { disputeOperations } from './dispute-operations.ts';
import type { NamedDispute } from './read-disputes.ts';
import { testDisputeOperations } from './test-dispute-operations.ts';
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
  const { config, panel } = api;
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
  const defences = { defendDispute, chargesOfCustomer };
  const tests = { openTestDispute, closeTestDispute };
  return {
    api: [
      programRoutes(disputeOperations, { ...api, ...defences }, config),
      programRoutes(testDisputeOperations, tests, config),
    ],
    panel: [memberRoutes(disputeOperations, { ...panel, ...defences })],
    operators: [operatorRoutes(disputeDeskOperations, panel)],
  };
}
