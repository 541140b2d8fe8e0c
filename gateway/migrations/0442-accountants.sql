-- Accountants read lists, statements and files of a merchant, and nothing of its keys and team.
alter table auth."user" drop constraint "user_memberRole_check";
alter table auth."user" add constraint "user_memberRole_check"
  check ("memberRole" in ('owner', 'finance', 'developer', 'accountant', 'viewer'));
alter table auth.invitations drop constraint invitations_member_role_check;
alter table auth.invitations add constraint invitations_member_role_check
  check (member_role in ('owner', 'finance', 'developer', 'accountant', 'viewer'));
