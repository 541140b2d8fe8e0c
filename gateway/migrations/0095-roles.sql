-- Each user of the panel has a role: a member in its merchant's team, an operator on the platform.
-- Users from before roles could do everything, so they become owners and admins.
alter table auth."user"
  add column "memberRole" text check ("memberRole" in ('owner', 'finance', 'developer', 'viewer')),
  add column "operatorRole" text check ("operatorRole" in ('support', 'finance', 'admin'));

update auth."user" set "memberRole" = 'owner' where "role" = 'merchant';
update auth."user" set "operatorRole" = 'admin' where "role" = 'operator';

alter table auth."user"
  add check (("role" = 'merchant') = ("memberRole" is not null)),
  add check (("role" = 'operator') = ("operatorRole" is not null));

-- A merchant with members has an owner, and the platform keeps an admin. Each check first locks a
-- row or a number that all concurrent changes lock: of two owners who remove each other, the second
-- waits for the first and is refused.
create function refuse_team_without_owner() returns trigger language plpgsql as $$
declare
  merchant uuid := case when tg_op = 'INSERT' then new."merchantId" else old."merchantId" end;
begin
  if merchant is null then return null; end if;
  perform from merchants where merchant_id = merchant for no key update;
  if exists (select from auth."user" where "merchantId" = merchant)
    and not exists (
      select from auth."user" where "merchantId" = merchant and "memberRole" = 'owner')
  then
    raise exception 'a merchant with members needs an owner'
      using errcode = 'restrict_violation', constraint = 'user_team_has_owner';
  end if;
  return null;
end
$$;

create trigger user_team_has_owner_insert after insert on auth."user"
  for each row when (new."role" = 'merchant' and new."memberRole" <> 'owner')
  execute function refuse_team_without_owner();
create trigger user_team_has_owner_update
  after update of "memberRole", "merchantId", "role" on auth."user"
  for each row when (old."memberRole" = 'owner'
    and (new."memberRole" is distinct from 'owner'
      or new."merchantId" is distinct from old."merchantId"))
  execute function refuse_team_without_owner();
create trigger user_team_has_owner_delete after delete on auth."user"
  for each row when (old."memberRole" = 'owner')
  execute function refuse_team_without_owner();

create function refuse_platform_without_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7316095);
  if not exists (select from auth."user" where "operatorRole" = 'admin') then
    raise exception 'the platform needs an admin'
      using errcode = 'restrict_violation', constraint = 'user_platform_has_admin';
  end if;
  return null;
end
$$;

create trigger user_platform_has_admin_update after update of "operatorRole" on auth."user"
  for each row when (old."operatorRole" = 'admin' and new."operatorRole" is distinct from 'admin')
  execute function refuse_platform_without_admin();
create trigger user_platform_has_admin_delete after delete on auth."user"
  for each row when (old."operatorRole" = 'admin')
  execute function refuse_platform_without_admin();
