import type { AuditAction } from '#src/rooms.ts';
import type { ActorKind } from '../access/actor.ts';
import * as f from '../database/fields.ts';

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

export const CHANGE = {
  id: f.uuid,
  actorKind: f.textOf<ActorKind>(),
  actorName: f.text,
  actorAddress: f.orNull(f.text),
  action: f.textOf<AuditAction>(),
  subject: f.text,
  details: f.orNull(f.json<ChangeDetails>()),
  createdAt: f.instant,
};
export const AUDIT_ENTRY = {
  ...CHANGE,
  /** The merchant that was changed; null for a change of the platform. */
  username: f.orNull(f.text),
  subject: f.orNull(f.text),
};
/** A change as it is read from the audit log. */
export type AuditEntry = f.RecordOf<typeof AUDIT_ENTRY>;
