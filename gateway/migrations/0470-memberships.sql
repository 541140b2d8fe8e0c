-- A person can be in the teams of several merchants: the merchant and the role of a user move from
-- its row to memberships, and each session says for which merchant it acts.
create table auth.memberships (
  merchant_id uuid not null references merchants (merchant_id),
  user_id text not null references auth."user" ("id") on delete cascade,
  role text not null check (role in ('owner', 'finance', 'developer', 'accountant', 'viewer')),
  created_at timestamptz not null,
  -- When the person last chose this merchant in the panel; a log-in opens the one chosen last.
  chosen_at timestamptz,
  primary key (merchant_id, user_id)
);

create index memberships_of_user on auth.memberships (user_id);

insert into auth.memberships (merchant_id, user_id, role, created_at)
select "merchantId", "id", "memberRole", "createdAt" from auth."user"
where "merchantId" is not null;

alter table auth."session" add column merchant_id uuid;
update auth."session" s set merchant_id = u."merchantId"
from auth."user" u where u."id" = s."userId";
alter table auth."session" add constraint session_membership
  foreign key (merchant_id, "userId") references auth.memberships (merchant_id, user_id)
  on delete cascade;

drop trigger user_team_has_owner_insert on auth."user";
drop trigger user_team_has_owner_update on auth."user";
drop trigger user_team_has_owner_delete on auth."user";

create or replace function refuse_team_without_owner() returns trigger language plpgsql as $$
declare
  merchant uuid := case when tg_op = 'INSERT' then new.merchant_id else old.merchant_id end;
begin
  perform pg_advisory_xact_lock(7316096, hashtext(merchant::text));
  if exists (select from auth.memberships where merchant_id = merchant)
    and not exists (
      select from auth.memberships where merchant_id = merchant and role = 'owner')
  then
    raise exception 'a merchant with members needs an owner'
      using errcode = 'restrict_violation', constraint = 'team_has_owner';
  end if;
  return null;
end
$$;

create trigger team_has_owner_insert after insert on auth.memberships
  for each row when (new.role <> 'owner') execute function refuse_team_without_owner();
create trigger team_has_owner_update after update of role, merchant_id on auth.memberships
  for each row when (old.role = 'owner'
    and (new.role <> 'owner' or new.merchant_id <> old.merchant_id))
  execute function refuse_team_without_owner();
create trigger team_has_owner_delete after delete on auth.memberships
  for each row when (old.role = 'owner') execute function refuse_team_without_owner();
