import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seedSandboxUser } from '#src/accounts/auth/seed-sandbox-user.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { startGateway } from '../support/gateway.ts';

const { appContext, sql } = await startGateway({ after }, { hasWorker: false });
const EMAIL = 'visitante@example.com';
const calls = { hash: 0, verify: 0 };
const passwords = {
  hash: async (password: string) => {
    calls.hash += 1;
    return `${calls.hash} ${password}`;
  },
  verify: async ({ hash, password }: { hash: string; password: string }) => {
    calls.verify += 1;
    return hash.endsWith(` ${password}`);
  },
};

/** Seeds the user and returns its hash and how many passwords were hashed and checked. */
async function seed(password: string, secretBox = appContext.secretBox) {
  Object.assign(calls, { hash: 0, verify: 0 });
  const { database, clock, sandboxMerchantId: merchantId } = appContext;
  const deps = { database, clock, passwords, secretBox };
  await seedSandboxUser(deps, { merchantId, email: EMAIL, password });
  const [row] = await sql(
    `select "password" from auth.account join auth."user" u on u."id" = "userId"
     where u."email" = $1`,
    [EMAIL],
  );
  return [row?.password, calls.hash, calls.verify];
}

test('a password of the sandbox that was checked against its hash is not checked again', async () => {
  assert.deepEqual(await seed('um'), ['1 um', 1, 0]);
  assert.deepEqual(await seed('um'), ['1 um', 0, 0]);
  assert.deepEqual(await seed('dois'), ['1 dois', 1, 1]);
  assert.deepEqual(await seed('dois'), ['1 dois', 0, 0]);
});

test('a hash that was changed or marked under another key is checked', async () => {
  await seed('um');
  const otherKey = createSecretBox(Buffer.alloc(32, 9));
  assert.deepEqual((await seed('um', otherKey)).slice(1), [0, 1]);
  await sql(
    `update auth.account set "password" = '7 tres'
     where "userId" = (select "id" from auth."user" where "email" = $1)`,
    [EMAIL],
  );
  assert.deepEqual(await seed('tres'), ['7 tres', 0, 1]);
  assert.deepEqual(await seed('um'), ['1 um', 1, 1]);
});
