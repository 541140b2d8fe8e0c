import type { Clock } from './clock.ts';
import type { Database, Queryable } from './database/database.ts';

/** What operations need that write or read by the time. */
export interface DatabaseAndClock<Kind extends Queryable = Database> {
  readonly database: Kind;
  readonly clock: Clock;
}
