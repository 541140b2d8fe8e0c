import type { MemberRole } from '#src/ground/access/roles.ts';
import * as f from '#src/ground/database/fields.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { Passwords } from '#src/ground/encryption/passwords.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import type { AttemptCounter } from '../attempt-limits.ts';

export const INVITATION_MS = 7 * DAY_MS;
/** The most members and pending invitations of a merchant together. */
export const TEAM_MAX = 50;
/** The most invitations of a merchant in 24 hours. */
export const INVITATIONS_PER_DAY = 30;

/** The dependencies of operations that change a team. */
export interface TeamDeps extends DatabaseAndClock {
  readonly mailer: Mailer;
}

export interface InviteDeps extends TeamDeps {
  readonly attempts: AttemptCounter;
}

export interface AcceptDeps extends TeamDeps {
  readonly passwords: Passwords;
}

/** A member of a merchant's team. */
export const TEAM_MEMBER = {
  userId: f.inColumn('id', f.text),
  name: f.text,
  email: f.text,
  memberRole: f.textOf<MemberRole>(),
  hasSecondFactor: f.bool,
  /** Null if the member has no session. */
  seenAt: f.orNull(f.instant),
};
export type TeamMember = f.RecordOf<typeof TEAM_MEMBER>;

/** A pending invitation. */
export const INVITATION = {
  id: f.uuid,
  email: f.text,
  memberRole: f.textOf<MemberRole>(),
  createdAt: f.instant,
  expiresAt: f.instant,
};
export type Invitation = f.RecordOf<typeof INVITATION>;
