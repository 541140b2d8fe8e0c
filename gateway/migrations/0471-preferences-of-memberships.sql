-- A person chooses the mails of each merchant on its own, and has seen the notices of each one up
-- to another instant. Both end with the membership.
alter table notification_preferences add column merchant_id uuid;
update notification_preferences p set merchant_id = u."merchantId"
from auth."user" u where u."id" = p.user_id;
delete from notification_preferences where merchant_id is null;
alter table notification_preferences alter column merchant_id set not null;
alter table notification_preferences drop constraint notification_preferences_pkey;
alter table notification_preferences add constraint notification_preferences_pkey
  primary key (merchant_id, user_id, kind);
alter table notification_preferences drop constraint notification_preferences_user_id_fkey;
alter table notification_preferences add constraint notification_preferences_membership
  foreign key (merchant_id, user_id) references auth.memberships (merchant_id, user_id)
  on delete cascade;
drop index notification_preferences_summaries;
create index notification_preferences_summaries
  on notification_preferences (summarised_day, merchant_id, user_id)
  where kind = 'daily_summary' and is_enabled;

alter table notice_visits add column merchant_id uuid;
update notice_visits v set merchant_id = u."merchantId"
from auth."user" u where u."id" = v.user_id;
delete from notice_visits where merchant_id is null;
alter table notice_visits alter column merchant_id set not null;
alter table notice_visits drop constraint notice_visits_pkey;
alter table notice_visits add constraint notice_visits_pkey
  primary key (merchant_id, user_id, environment);
alter table notice_visits drop constraint notice_visits_user_id_fkey;
alter table notice_visits add constraint notice_visits_membership
  foreign key (merchant_id, user_id) references auth.memberships (merchant_id, user_id)
  on delete cascade;
