-- A till creates charges at the counter and sees those of the day, and nothing else.
alter table auth.memberships drop constraint memberships_role_check;
alter table auth.memberships add constraint memberships_role_check
  check (role in ('owner', 'finance', 'developer', 'accountant', 'viewer', 'till'));
alter table auth.invitations drop constraint invitations_member_role_check;
alter table auth.invitations add constraint invitations_member_role_check
  check (member_role in ('owner', 'finance', 'developer', 'accountant', 'viewer', 'till'));
