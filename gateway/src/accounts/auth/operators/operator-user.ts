import type { OperatorRole } from '#src/ground/access/roles.ts';

/** An operator, as the list shows it. */
export interface OperatorUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly operatorRole: OperatorRole;
  readonly hasSecondFactor: boolean;
  /** Null if the operator has no session. */
  readonly seenAt: number | null;
}
