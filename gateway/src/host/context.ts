import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { AlertReaders } from '#src/messages/alerts/operator-alert.ts';
import type { Room } from '#src/room.ts';

/** The parts that one process shares, with the values that alerts watch. */
export interface AppContext extends GatewayContext {
  /** One for each process, so that metrics, health page and e-mails agree. */
  readonly alertReaders: AlertReaders;
  /** The rooms that the process runs. */
  readonly rooms: readonly Room[];
}
