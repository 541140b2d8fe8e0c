import type { ClockKind } from '#src/ground/clocks/clock-kind.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { payerMailParts } from '#src/reports/receipts/payer-mail-parts.ts';
import type { Openings, Room, WorkParts } from '#src/room.ts';
import { loadParts } from '#src/rooms.ts';
import type { CallbackReads } from '#src/webhooks/pix-callbacks/write-pix-body.ts';

/** What the options open for the routes of all rooms; an option that is left out opens nothing. */
export async function openingsOf(rooms: readonly Room[]): Promise<Partial<Openings>> {
  return Object.assign({}, ...(await loadParts(rooms, ({ opens }) => opens)));
}

/** How subscriptions tell payers; without a room that does it payers are not told. */
export async function tellPayersOf(rooms: readonly Room[]): Promise<WorkParts['tellPayers']> {
  const [tell = async () => {}] = await loadParts(rooms, ({ tellPayers }) => tellPayers);
  return tell;
}

const noCallbacks = () => Promise.reject(new Error('this gateway has no call-backs of API Pix'));

/** What call-backs of the Central Bank's API show; without that API there are none. */
export async function callbackReadsOf(rooms: readonly Room[]): Promise<CallbackReads> {
  const [reads] = await loadParts(rooms, ({ callbackReads }) => callbackReads);
  return reads ?? { names: noCallbacks, notices: noCallbacks };
}

/** What the options do in test clocks. */
export async function clockKindsOf(
  context: GatewayContext & { readonly rooms: readonly Room[] },
): Promise<readonly ClockKind[]> {
  const { rooms } = context;
  const parts = { payerMails: payerMailParts(context), tellPayers: await tellPayersOf(rooms) };
  const kinds = await loadParts(rooms, ({ clockKinds }) => clockKinds);
  return kinds.flatMap((kindsOf) => kindsOf(context, parts));
}
