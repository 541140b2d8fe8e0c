import type { Problem } from './errors/problem.ts';

/**
 * The stable names that a room gives to its refusals, to the changes that it records and to its due
 * work. `#src/rooms.ts` has those of all rooms.
 */
export interface RoomCodes {
  /**
   * The refusals, by code. A code is a promise to integrators: new codes may come, but no code is
   * renamed.
   */
  readonly problems: Readonly<Record<string, Problem>>;
  /** The actions of the audit log, as `noun.verb` in the past tense. */
  readonly auditActions: readonly `${string}.${string}`[];
  /** The kinds of due work whose items are set aside after a failure. */
  readonly workKinds: Readonly<Record<string, WorkKindRules>>;
}

/** How operators may treat the items of a kind of work that are set aside. */
export interface WorkKindRules {
  /** They can't drop its items. */
  readonly isKept?: boolean;
  /** They don't see its items. */
  readonly isHidden?: boolean;
}
