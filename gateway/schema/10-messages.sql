-- What operators and members are told.

-- The alerts that operators were told about by e-mail: a row for each cause and day at Brasília.
-- The mails are written in the same transaction, so several processes write them once.
create table operator_alerts (
  cause text not null,
  day date not null,
  value bigint not null,
  told_at timestamptz not null,
  primary key (cause, day)
);

-- The last silence of each alert. While it lasts, no mail tells of the alert; it ends by itself.
-- Earlier ones are in the audit log.
create table alert_silences (
  cause text primary key,
  silenced_at timestamptz not null,
  silenced_until timestamptz not null check (silenced_until >= silenced_at),
  -- The name of the operator.
  silenced_by text not null
);

-- What operators tell merchants about an incident, on the status page and in the panel.
create table incidents (
  id uuid primary key,
  title text not null,
  title_en text,
  -- The parts of the gateway that it touches.
  parts text[] not null
    check (parts <@ '{api,payments,payouts,webhooks}'::text[] and cardinality(parts) > 0),
  impact text not null check (impact in ('none', 'degraded', 'down')),
  opened_at timestamptz not null,
  resolved_at timestamptz check (resolved_at >= opened_at)
);

create index incidents_open on incidents (id) where resolved_at is null;
create index incidents_resolved on incidents (resolved_at) where resolved_at is not null;

create table incident_updates (
  incident_id uuid not null references incidents,
  id uuid not null,
  stage text not null check (stage in ('investigating', 'identified', 'monitoring', 'resolved')),
  message text not null,
  message_en text,
  author_name text not null,
  created_at timestamptz not null,
  primary key (incident_id, id)
);

-- Which mails each member of a merchant wants. A kind without a row has the default of the member's
-- role.
create table notification_preferences (
  user_id text not null,
  kind text not null
    check (kind in ('payment_received', 'payout_failed', 'dispute', 'webhook_failing',
      'daily_summary')),
  is_enabled boolean not null,
  -- The smallest payment that is mailed.
  min_centavos bigint check (min_centavos > 0),
  -- The last day whose summary was mailed, or that had ended when summaries were chosen.
  summarised_day date,
  updated_at timestamptz not null,
  merchant_id uuid not null,
  primary key (merchant_id, user_id, kind),
  constraint notification_preferences_membership foreign key (merchant_id, user_id)
    references auth.memberships (merchant_id, user_id) on delete cascade,
  check ((kind = 'payment_received') = (min_centavos is not null)),
  check ((kind = 'daily_summary') = (summarised_day is not null))
);

create index notification_preferences_summaries
  on notification_preferences (summarised_day, merchant_id, user_id)
  where kind = 'daily_summary' and is_enabled;

-- Until when each member of a merchant has seen its notices in the panel.
create table notice_visits (
  user_id text not null,
  environment text not null check (environment in ('test', 'live')),
  seen_until timestamptz not null,
  merchant_id uuid not null,
  primary key (merchant_id, user_id, environment),
  constraint notice_visits_membership foreign key (merchant_id, user_id)
    references auth.memberships (merchant_id, user_id) on delete cascade
);

-- In each bucket.

-- How far the feed of live events was read for mails about payments. Only merchants with a member
-- who wants these mails have a row, so others cost nothing.
create table payment_notice_cursors (
  merchant_id uuid primary key,
  -- The position of the last event that was read.
  position bigint not null check (position >= 0),
  -- What each user was mailed in the last hour, and what waits for the next mail.
  readers json not null default '{}',
  due_at timestamptz not null
);

create index payment_notice_cursors_due on payment_notice_cursors (due_at);

-- Mails to the payers of a scope: what the merchant wants, and how far its charges were read for
-- it. Without reminders and receipts due_at is null, and no charge is read. The lock of the row is
-- held while mails of the scope are written.
create table payer_mail_settings (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  days_before bigint check (days_before between 1 and 15),
  on_due_day boolean not null default false,
  days_after bigint check (days_after between 1 and 15),
  receipts boolean not null default false,
  -- No reminder whose time was before the last change is sent.
  changed_at timestamptz not null,
  -- All charges with smaller ids have their reminders planned.
  planned_before_id uuid not null,
  -- The position of the last event that was read for receipts.
  paid_position bigint not null check (paid_position >= 0),
  -- How many mails were written on a day in Brasília.
  counted_day date,
  mail_count bigint not null default 0 check (mail_count >= 0),
  due_at timestamptz,
  primary key (merchant_id, environment)
);

create index payer_mail_settings_due on payer_mail_settings (due_at) where due_at is not null;

-- The mails to the payer of a charge or subscription: a row for each kind, so none is written twice.
-- It has no address; the mail itself is in the outbox.
create table payer_mails (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- Of the kind `subscription_canceled` the id of the subscription.
  charge_id uuid not null,
  -- `before` is also the announcement of a debit, and each attempt of a cycle may fail.
  kind text not null check (kind in ('before', 'on_due_day', 'after', 'receipt',
    'attempt_1_failed', 'attempt_2_failed', 'attempt_3_failed', 'attempt_4_failed',
    'subscription_canceled')),
  id uuid not null,
  -- `planned`: not due yet. `waiting`: in the outbox.
  status text not null check (status in ('planned', 'waiting', 'sent', 'skipped', 'failed')),
  -- Why it was skipped or has failed, and what the mail server answered, without the address.
  reason text,
  reply text,
  -- By the test clock of the charge, if it has one.
  planned_for timestamptz not null,
  -- The same; `infinity` while a test clock decides; null once it is not planned any more.
  due_at timestamptz,
  -- A keyed hash of merchant and address, while the data of the payer is kept.
  address_digest bytea,
  mail_id uuid,
  written_at timestamptz,
  ended_at timestamptz,
  primary key (merchant_id, environment, charge_id, kind),
  constraint payer_mails_planned check ((status = 'planned') = (due_at is not null)),
  constraint payer_mails_ended check ((status in ('planned', 'waiting')) = (ended_at is null))
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index payer_mails_due on payer_mails (merchant_id, environment, due_at)
  where status = 'planned';
create index payer_mails_by_id on payer_mails (merchant_id, environment, id);
create index payer_mails_to_address on payer_mails (merchant_id, address_digest, written_at)
  where address_digest is not null;

-- The addresses that get no more mails of a merchant, as keyed hashes.
create table payer_mail_stops (
  merchant_id uuid not null,
  address_digest bytea not null,
  -- `refused`: the mail server refused the address for good.
  reason text not null check (reason in ('unsubscribed', 'refused')),
  reply text,
  stopped_at timestamptz not null,
  primary key (merchant_id, address_digest)
);
