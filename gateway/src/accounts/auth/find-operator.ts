import type { Actor } from '#src/ground/access/actor.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { selectUserByEmail } from './user-store.ts';

/**
 * The operator with an e-mail, who proposes an action by a command; another operator must approve
 * it. Refuses `user_not_found` if the e-mail isn't an operator's.
 */
export async function findOperatorOfCommand(database: Queryable, email: string): Promise<Actor> {
  const user = await selectUserByEmail(database, { email: email.trim().toLowerCase() });
  if (user?.role !== 'operator') throw new Refusal('user_not_found');
  return { kind: 'command', id: user.id, name: user.email, address: null };
}
