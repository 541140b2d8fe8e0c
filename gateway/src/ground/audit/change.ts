import type { AuditAction } from '#src/rooms.ts';
import type { ActorKind } from '../access/actor.ts';

export type { AuditAction };

/** The facts of a change. They never hold a secret. */
export type ChangeDetails = Readonly<Record<string, string | number | boolean | null>>;

/** A change by a merchant, an operator, a command or the gateway. */
export interface Change {
  readonly action: AuditAction;
  /** The merchant that was changed; null for a change of the platform. */
  readonly merchantId: string | null;
  /** The id or name of the changed thing. */
  readonly subject: string;
  readonly details?: ChangeDetails;
}

/** A change as it is read from the audit log. */
export interface AuditEntry {
  readonly id: string;
  /** The merchant that was changed; null for a change of the platform. */
  readonly username: string | null;
  readonly actorKind: ActorKind;
  readonly actorName: string;
  readonly actorAddress: string | null;
  readonly action: AuditAction;
  readonly subject: string;
  readonly details: ChangeDetails | null;
  readonly createdAt: number;
}
