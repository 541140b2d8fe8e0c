import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { MemberRole } from '#src/ground/access/roles.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { logIn, mailedToken, openSession, type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const MEMBERS = '/api/panel/team/members';
const INVITATIONS = '/api/panel/team/invitations';
const PASSWORD = 'quatro palavras sem nexo';
let guests = 0;

interface MemberList {
  readonly data: readonly { user_id: string; email: string; member_role: MemberRole }[];
}

async function openTeam() {
  const { merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant, { hasSecondFactor: true });
  return { merchant, owner };
}

function newEmail(): string {
  guests += 1;
  return `convidado${guests}@equipe.example`;
}

/** Invites a person and returns the token of the mail. */
async function invite(owner: PanelSession, email: string, memberRole: MemberRole) {
  // An e-mail is the same in capital letters.
  const body = { email: email.toUpperCase(), member_role: memberRole };
  const answer = await owner.callWithCode('POST', INVITATIONS, body);
  assert.equal(answer.status, 201, answer.text);
  return mailedToken(gateway, email, 'convite');
}

function accept(token: string, password = PASSWORD) {
  const visitor = openSession(gateway, '');
  const body = { token, name: 'Fábio Lima', password };
  return visitor.call('POST', '/api/account/invitation/accept', { body });
}

async function addMember(owner: PanelSession, memberRole: MemberRole): Promise<PanelSession> {
  const email = newEmail();
  const joined = await accept(await invite(owner, email, memberRole));
  assert.equal(joined.status, 200, joined.text);
  return logIn(gateway, email, PASSWORD);
}

async function idOf(owner: PanelSession, email: string): Promise<string> {
  const { body } = await owner.call<MemberList>('GET', MEMBERS);
  return body.data.find((member) => member.email === email)?.user_id ?? assert.fail(email);
}

test('an owner invites a person, who accepts with a password and gets the role', async () => {
  const { merchant, owner } = await openTeam();
  const email = newEmail();
  const token = await invite(owner, email, 'finance');
  const visitor = openSession(gateway, '');
  const opened = await visitor.call('POST', '/api/account/invitation', { body: { token } });
  assert.deepEqual(opened.body, {
    merchant_name: merchant.name,
    email,
    member_role: 'finance',
    has_account: false,
  });
  assert.equal((await accept(token)).status, 200);
  const member = await logIn(gateway, email, PASSWORD);
  const { body } = await member.call('GET', '/api/account/session');
  assert.deepEqual([body.role, body.member_role], ['merchant', 'finance']);
  const keys = await member.call('GET', '/api/panel/live/credentials');
  assert.deepEqual([keys.status, keys.body.code], [403, 'role_missing']);
  const log = await gateway.sql(
    `select action, actor_name, details from audit_log
     where merchant_id = $1 and action like 'member.%' order by id`,
    [merchant.merchantId],
  );
  assert.deepEqual(log, [
    { action: 'member.invited', actor_name: owner.email, details: { role: 'finance' } },
    { action: 'member.joined', actor_name: email, details: { role: 'finance' } },
  ]);
  const notices = await gateway.sql('select subject from mails where recipient = $1', [
    owner.email,
  ]);
  assert.ok(notices.some(({ subject }) => String(subject).includes(`${email} entrou`)));
});

test('the database stores the digest of the token, never the token', async () => {
  const { owner } = await openTeam();
  const token = await invite(owner, newEmail(), 'viewer');
  const rows = await gateway.sql('select * from auth.invitations');
  assert.ok(!JSON.stringify(rows).includes(token));
});

test('of two concurrent acceptances of one invitation only one makes a user', async () => {
  const { owner } = await openTeam();
  const email = newEmail();
  const token = await invite(owner, email, 'viewer');
  const answers = await Promise.all([accept(token), accept(token), accept(token)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422]);
  const refused = answers.filter(({ status }) => status === 422);
  assert.ok(refused.every(({ body }) => body.code === 'link_invalid'));
  const users = await gateway.sql('select id from auth."user" where email = $1', [email]);
  assert.equal(users.length, 1);
});

test('an invitation ends after seven days, when it is revoked, and when a newer one is sent', async () => {
  const { owner } = await openTeam();
  const old = await invite(owner, newEmail(), 'viewer');
  gateway.clock.advance(7 * DAY_MS);
  assert.equal((await accept(old)).body.code, 'link_invalid');
  const email = newEmail();
  const first = await invite(owner, email, 'viewer');
  await gateway.sql('delete from mails where recipient = $1', [email]);
  const second = await invite(owner, email, 'developer');
  assert.equal((await accept(first)).body.code, 'link_invalid');
  const list = await owner.call<{ data: { id: string; email: string }[] }>('GET', INVITATIONS);
  assert.deepEqual(
    list.body.data.map((one) => one.email),
    [email],
  );
  const path = `${INVITATIONS}/${list.body.data[0]?.id}`;
  assert.equal((await owner.call('DELETE', path)).status, 204);
  assert.equal((await owner.call('DELETE', path)).body.code, 'invitation_not_found');
  assert.equal((await accept(second)).body.code, 'link_invalid');
});

test('an invitation of a known e-mail is answered alike, and only its recipient learns it', async () => {
  const { owner } = await openTeam();
  const other = await openTeam();
  const known = { email: other.owner.email, member_role: 'viewer' };
  const answer = await owner.callWithCode('POST', INVITATIONS, known);
  assert.equal(answer.status, 201, answer.text);
  const unknown = { email: newEmail(), member_role: 'viewer' };
  const same = await owner.callWithCode('POST', INVITATIONS, unknown);
  assert.deepEqual(Object.keys(answer.body), Object.keys(same.body));
  const token = await mailedToken(gateway, other.owner.email, 'convite');
  const refused = await accept(token);
  assert.deepEqual([refused.status, refused.body.code], [409, 'email_taken']);
  const mine = await owner.callWithCode('POST', INVITATIONS, { ...known, email: owner.email });
  assert.deepEqual([mine.status, mine.body.code], [409, 'member_exists']);
});

test('a removed member is refused at its next request by every process', async () => {
  const { owner } = await openTeam();
  const member = await addMember(owner, 'developer');
  const second = await gateway.openSecondApi();
  const read = () => fetch(`${second}${MEMBERS}`, { headers: { cookie: member.cookie() } });
  assert.equal((await read()).status, 200);
  const path = `${MEMBERS}/${await idOf(owner, member.email)}/remove`;
  assert.equal((await owner.callWithCode('POST', path)).status, 200);
  assert.equal((await read()).status, 401);
  assert.equal((await member.call('GET', MEMBERS)).status, 401);
  const again = await owner.callWithCode('POST', path);
  assert.deepEqual([again.status, again.body.code], [404, 'user_not_found']);
});

test('a new role counts from the next request on', async () => {
  const { owner } = await openTeam();
  const member = await addMember(owner, 'viewer');
  const path = `${MEMBERS}/${await idOf(owner, member.email)}`;
  const charge = () => member.call('POST', '/api/panel/test/charges', { body: {} });
  assert.equal((await charge()).body.code, 'role_missing');
  const changed = await owner.callWithCode('PATCH', path, { member_role: 'finance' });
  assert.equal(changed.status, 200, changed.text);
  assert.notEqual((await charge()).body.code, 'role_missing');
});

test('of two owners who remove or demote each other at once one stays', async () => {
  for (const step of ['remove', 'demote']) {
    const { merchant, owner } = await openTeam();
    const second = await signIn(gateway, merchant, { hasSecondFactor: true });
    const change = (by: PanelSession, path: string, code: string) =>
      step === 'remove'
        ? by.call('POST', `${path}/remove`, { body: { code } })
        : by.call('PATCH', path, { body: { member_role: 'viewer', code } });
    const pathOf = async (email: string) => `${MEMBERS}/${await idOf(owner, email)}`;
    const paths = [await pathOf(second.email), await pathOf(owner.email)];
    const codes = [await owner.code(), await second.code()];
    const answers = await Promise.all([
      change(owner, paths[0] ?? '', codes[0] ?? ''),
      change(second, paths[1] ?? '', codes[1] ?? ''),
    ]);
    const statuses = answers.map(({ status }) => status);
    // The second is refused as the last owner, or as a user without session or role.
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    const owners = await gateway.sql(
      `select from auth.memberships where merchant_id = $1 and role = 'owner'`,
      [merchant.merchantId],
    );
    assert.equal(owners.length, 1);
  }
});

test('the last owner stays, in the panel and in the database', async () => {
  const { merchant, owner } = await openTeam();
  await addMember(owner, 'finance');
  const path = `${MEMBERS}/${await idOf(owner, owner.email)}`;
  const removed = await owner.callWithCode('POST', `${path}/remove`);
  const demoted = await owner.callWithCode('PATCH', path, { member_role: 'viewer' });
  for (const { status, body } of [removed, demoted]) {
    assert.deepEqual([status, body.code], [409, 'last_owner']);
  }
  for (const statement of [
    `delete from auth.memberships where merchant_id = $1 and role = 'owner'`,
    `delete from auth."user" where "id" in (
      select user_id from auth.memberships where merchant_id = $1 and role = 'owner')`,
    `update auth.memberships set role = 'viewer' where merchant_id = $1`,
  ]) {
    await assert.rejects(gateway.sql(statement, [merchant.merchantId]), /needs an owner/);
  }
});

test('an owner who is removed leaves no invitation behind', async () => {
  const { merchant, owner } = await openTeam();
  const second = await signIn(gateway, merchant, { hasSecondFactor: true });
  const token = await invite(second, newEmail(), 'owner');
  const path = `${MEMBERS}/${await idOf(owner, second.email)}/remove`;
  assert.equal((await owner.callWithCode('POST', path)).status, 200);
  assert.equal((await accept(token)).body.code, 'link_invalid');
});

test('a team sends at most thirty invitations in a day', async () => {
  const { owner } = await openTeam();
  const email = newEmail();
  const codes = new Set<unknown>();
  for (let sent = 0; sent < 31; sent++) {
    const body = { email, member_role: 'viewer' };
    codes.add((await owner.callWithCode('POST', INVITATIONS, body)).body.code);
  }
  assert.deepEqual([...codes], [undefined, 'too_many_invitations']);
  const mails = await gateway.sql('select id from mails where recipient = $1', [email]);
  assert.equal(mails.length, 5, 'five mails an hour to one e-mail');
});

test('team changes need an enrolled second factor', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const careless = await signIn(gateway, merchant);
  const body = { email: newEmail(), member_role: 'viewer' };
  const refused = await careless.call('POST', INVITATIONS, { body });
  assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required']);
});
