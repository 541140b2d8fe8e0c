import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Transaction } from '#src/ground/database/database.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { database } = gateway.appContext;

/** Sends a request that waits for a lock, and meanwhile makes another change under that lock. */
async function during(
  lock: (tx: Transaction) => Promise<unknown>,
  send: () => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>,
  change: (tx: Transaction) => Promise<unknown>,
) {
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const changed = database.transaction(async (tx) => {
    await lock(tx);
    locked();
    await until('a request waits for the lock', () => isBlocked(gateway));
    await change(tx);
  });
  await isLocked;
  const sent = await send();
  await changed;
  return [sent.status, sent.body.code];
}

test('an owner who loses the role during an invitation or a removal is refused, and neither is made', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const staying = await signIn(gateway, merchant, { hasSecondFactor: true });
  const lock = (tx: Transaction) =>
    tx.query(
      {
        name: 'test_team_lock',
        text: 'select from merchants where merchant_id = $1 for no key update',
      },
      [merchantId],
    );
  const setRole = (email: string, role: string) => (tx: Transaction) =>
    tx.query(
      {
        name: 'test_set_member_role',
        text: `update auth.memberships set role = $1
          where user_id = (select "id" from auth."user" where "email" = $2)`,
      },
      [role, email],
    );
  const former = await signIn(gateway, merchant, { hasSecondFactor: true });
  const body = { email: 'outro@loja.example', member_role: 'owner' };
  const invited = await during(
    lock,
    () => former.callWithCode('POST', '/api/panel/team/invitations', body),
    setRole(former.email, 'viewer'),
  );
  assert.deepEqual(invited, [403, 'role_missing']);
  const listed = await staying.call('GET', '/api/panel/team/invitations');
  assert.deepEqual(listed.body.data, []);
  await database.transaction(setRole(former.email, 'owner'));
  const [victim] = await gateway.sql('select "id" from auth."user" where "email" = $1', [
    staying.email,
  ]);
  const removed = await during(
    lock,
    () => former.callWithCode('POST', `/api/panel/team/members/${victim?.id}/remove`, {}),
    setRole(former.email, 'finance'),
  );
  assert.deepEqual(removed, [403, 'role_missing']);
});

test('an admin who loses the role while creating an operator is refused', async () => {
  await signInOperator(gateway);
  const former = await signInOperator(gateway);
  const body = { name: 'Nova Pessoa', email: 'nova@operador.example', operator_role: 'admin' };
  const created = await during(
    (tx) => tx.query({ name: 'test_lock', text: 'select pg_advisory_xact_lock(7316095)' }, []),
    () => former.callWithCode('POST', '/api/operator/operators', body),
    (tx) =>
      tx.query(
        {
          name: 'test_demote',
          text: `update auth."user" set "operatorRole" = 'support' where "email" = $1`,
        },
        [former.email],
      ),
  );
  assert.deepEqual(created, [403, 'role_missing']);
});
