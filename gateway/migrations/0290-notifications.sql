-- Which mails each member of a merchant wants, and until when each user has seen the notices of the
-- panel. A kind without a row has the default of the member's role.

create table notification_preferences (
  user_id text not null references auth."user" ("id") on delete cascade,
  kind text not null check (kind in ('payment_received', 'payout_failed', 'dispute',
    'webhook_failing', 'daily_summary')),
  is_enabled boolean not null,
  -- The smallest payment that is mailed.
  min_centavos bigint check (min_centavos > 0),
  -- The last day whose summary was mailed, or that had ended when summaries were chosen.
  summarised_day date,
  updated_at timestamptz not null,
  primary key (user_id, kind),
  check ((kind = 'payment_received') = (min_centavos is not null)),
  check ((kind = 'daily_summary') = (summarised_day is not null))
);

create index notification_preferences_summaries
  on notification_preferences (summarised_day, user_id)
  where kind = 'daily_summary' and is_enabled;

create table notice_visits (
  user_id text not null references auth."user" ("id") on delete cascade,
  environment text not null check (environment in ('test', 'live')),
  seen_until timestamptz not null,
  primary key (user_id, environment)
);

-- Users from before this migration have seen what happened until now.
insert into notice_visits (user_id, environment, seen_until)
select "id", environment, now()
from auth."user" cross join unnest(array['test', 'live']) as environment
where "role" = 'merchant';
