-- Subscriptions (Pix Automático) and their cycles.

-- In each bucket.

-- A payer's authorization to be charged in each cycle.
create table subscriptions (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  reference text not null,
  payer_name text not null,
  payer_document text not null,
  -- The account whose bank asks the payer; only of the journey that begins there.
  payer_account json,
  description text not null,
  -- The amount of each cycle, or the smallest amount of cycles that the merchant makes.
  amount_centavos bigint check (amount_centavos between 1 and 999999999999),
  min_centavos bigint check (min_centavos between 1 and 999999999999),
  rhythm text not null
    check (rhythm in ('weekly', 'monthly', 'quarterly', 'semiannual', 'annual')),
  first_due_on date not null,
  ends_on date check (ends_on >= first_due_on),
  retries text not null check (retries in ('none', 'three_in_seven_days')),
  -- Null while the payer has no way to authorize.
  journey text check (journey in ('bank_push', 'code', 'code_and_first_payment', 'offer')),
  -- As the merchant sent it: each cycle divides its charge anew.
  split json,
  metadata json,
  -- The code that the payer reads; null when the bank asks the payer.
  code text,
  -- The immediate charge with which two journeys begin.
  first_charge_id uuid,
  client_id text not null,
  created_at timestamptz not null,
  authorizable_before timestamptz not null,
  status text not null
    check (status in ('created', 'authorized', 'paused', 'rejected', 'canceled', 'expired')),
  -- Why it ended: a code of the banks; who ended it.
  reason text,
  ended_by text check (ended_by in ('merchant', 'payer', 'gateway')),
  authorized_at timestamptz,
  ended_at timestamptz,
  -- The number of the next cycle that the worker makes, from 0.
  next_index bigint not null default 0 check (next_index >= 0),
  -- Counts the events of the subscription and of its cycles: they have one order.
  event_count bigint not null default 0 check (event_count >= 0),
  -- When the next thing becomes due; infinity in the time of a test clock.
  due_at timestamptz,
  -- The id at the banks (idRec): of the test environment at once, of a bank when it has answered.
  recurrence_id text,
  -- Who makes the cycles: the gateway, in its rhythm, or the merchant by requests.
  cycles_by text not null check (cycles_by in ('gateway', 'merchant')),
  -- The payment link by which the payer subscribed, and a hash of the payer's network.
  payment_link_id uuid,
  link_network text,
  -- By the Central Bank's API: the agreement of the receiver with its bank (convenio), and the txid
  -- of the immediate charge that the payer pays with the authorization.
  covenant text,
  activation_txid text,
  -- When the open request at the payer's bank ends; null without one.
  request_expires_at timestamptz,
  payer_email text,
  primary key (merchant_id, environment, id),
  constraint subscriptions_one_amount
    check (case cycles_by when 'gateway' then amount_centavos is not null and min_centavos is null
      else num_nulls(amount_centavos, min_centavos) >= 1 end),
  constraint subscriptions_ended_check
    check ((status in ('rejected', 'canceled', 'expired')) = (ended_at is not null)
      and (ended_at is null) = (ended_by is null)),
  constraint subscriptions_authorized_check
    check (case status when 'created' then authorized_at is null
      when 'authorized' then authorized_at is not null
      when 'paused' then authorized_at is not null
      when 'rejected' then authorized_at is null else true end)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_by_status on subscriptions (status, merchant_id, environment, id);
create index subscriptions_by_reference on subscriptions (reference, merchant_id, environment, id);
create unique index subscriptions_by_recurrence on subscriptions
  (recurrence_id, merchant_id, environment) where recurrence_id is not null;
-- The page of a payer, and a location without a row of its own, know only the id.
create unique index subscriptions_by_id on subscriptions (id);
create index subscriptions_of_payer on subscriptions
  (payer_document, merchant_id, environment, id);
create index subscriptions_of_link on subscriptions
  (payment_link_id, merchant_id, environment, id) where payment_link_id is not null;
create index subscriptions_of_link_by_status on subscriptions
  (payment_link_id, status, merchant_id, environment, id) where payment_link_id is not null;

create trigger subscriptions_legal_transition before update of status on subscriptions
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('created > authorized', 'created > rejected',
    'created > canceled', 'created > expired', 'authorized > paused', 'paused > authorized',
    'authorized > canceled', 'authorized > expired', 'paused > canceled', 'paused > expired');

-- The cycles of subscriptions. A cycle has one current charge, also with two workers; one that was
-- rejected or canceled may be replaced by another one.
create table subscription_cycles (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  subscription_id uuid not null,
  -- The first day of the cycle.
  cycle_on date not null,
  -- The due date: a business day.
  due_on date not null,
  amount_centavos bigint not null check (amount_centavos between 1 and 999999999999),
  status text not null check (status in ('scheduled', 'retrying', 'paid', 'failed', 'canceled')),
  -- Null when no charge could be made.
  charge_id uuid,
  -- At most four, so they are read and written with their cycle.
  attempts json not null,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Counts the charges of the cycle, from 1.
  number bigint not null default 1 check (number >= 1),
  -- Whether the cycle has a later charge.
  is_replaced boolean not null default false,
  primary key (merchant_id, environment, subscription_id, cycle_on, number),
  constraint subscription_cycles_ended_check
    check ((status in ('scheduled', 'retrying')) = (ended_at is null)),
  constraint subscription_cycles_charge_check
    check (status = 'failed' or charge_id is not null),
  check (due_on >= cycle_on)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

-- A merchant's request and the worker never make two charges for one day.
create unique index subscription_cycles_by_due_date on subscription_cycles
  (merchant_id, environment, subscription_id, due_on) where not is_replaced;
create unique index subscription_cycles_current on subscription_cycles
  (merchant_id, environment, subscription_id, cycle_on) where not is_replaced;
create unique index subscription_cycles_of_charge on subscription_cycles
  (merchant_id, environment, charge_id) where charge_id is not null;

create trigger subscription_cycles_legal_transition before update of status on subscription_cycles
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('scheduled > paid', 'scheduled > failed',
    'scheduled > canceled', 'failed > retrying', 'retrying > paid', 'retrying > failed',
    'retrying > canceled', 'failed > paid', 'canceled > paid');

-- The running subscriptions of a merchant by rhythm, kept by the transactions that change them.
create table subscription_totals (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  status text not null check (status in ('authorized', 'paused')),
  rhythm text not null
    check (rhythm in ('weekly', 'monthly', 'quarterly', 'semiannual', 'annual')),
  is_variable boolean not null,
  -- How many, and the sum of their amounts; of variable ones the sum of their smallest amounts.
  count bigint not null,
  centavos bigint not null,
  primary key (merchant_id, environment, status, rhythm, is_variable)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

-- What happened to subscriptions and their cycles, by day of Brasília.
create table subscription_days (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  day date not null,
  -- Authorized, ended after or before it was authorized, a paid cycle, a failed attempt: counted on
  -- its day. Cycles that are failed or retrying now: counted on their due date.
  fact text not null check (fact in ('authorized', 'canceled', 'expired', 'rejected', 'withdrawn',
    'unanswered', 'paid', 'failure', 'failed', 'retrying')),
  -- Who ended it, and why; empty if there is nothing to say.
  ended_by text not null,
  reason text not null,
  count bigint not null,
  centavos bigint not null,
  primary key (merchant_id, environment, day, fact, ended_by, reason)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

create index subscription_days_of_failures on subscription_days (environment, day)
  where fact = 'failure';

-- Live subscriptions at the bank: what the gateway wants there and what it has seen. The row is
-- committed with its subscription before the bank is called, so that the worker goes on after a
-- time-out or a crash.
create table subscription_recurrences (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  subscription_id uuid not null,
  -- Made of the id of the subscription: the bank's list finds a recurrence by it.
  contract text not null check (char_length(contract) between 1 and 35),
  wanted text not null default 'exists' check (wanted in ('exists', 'ended')),
  -- What the bank said last; null until it has made the recurrence.
  status text check (status in ('created', 'approved', 'rejected', 'expired', 'canceled')),
  -- The start of the first attempt to make it.
  called_at timestamptz not null,
  -- What the attempts need; null when the recurrence is made.
  draft json,
  -- The request to the payer at the payer's bank, of the journey that begins there.
  solicitation_id text,
  -- When the bank is asked again; null when both sides have ended.
  next_look_at timestamptz,
  -- A change of the Central Bank's API that the bank is asked for; null without one.
  change json,
  primary key (merchant_id, environment, subscription_id),
  constraint subscription_recurrences_draft_check check ((status is null) = (draft is not null)),
  constraint subscription_recurrences_look_check
    check (next_look_at is not null or status in ('rejected', 'expired', 'canceled'))
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create unique index subscription_recurrences_by_contract on subscription_recurrences
  (contract, merchant_id, environment);
create index subscription_recurrences_by_call on subscription_recurrences (called_at);
create index subscription_recurrences_due on subscription_recurrences (next_look_at)
  where next_look_at is not null;
create index subscription_recurrences_due_by_merchant on subscription_recurrences
  (merchant_id, next_look_at) where next_look_at is not null;

-- The charges of live cycles at the bank: what the gateway wants there and what it has seen. The row
-- is committed with its cycle before the bank is called, so that the worker goes on after a time-out
-- or a crash.
create table subscription_bank_cycles (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  subscription_id uuid not null,
  cycle_on date not null,
  -- The id at the bank, which a Pix for the cycle names: that of the cycle's charge.
  txid text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  due_on date not null,
  -- `kept`: the bank was asked to cancel it and refused.
  wanted text not null default 'exists' check (wanted in ('exists', 'ended', 'kept')),
  -- The day of a retry that the bank has not taken yet.
  retry_on date,
  -- What the bank said last, and since when; null until the bank has said anything.
  status text
    check (status in ('created', 'active', 'paid', 'expired', 'rejected', 'canceled')),
  seen_at timestamptz,
  -- The start of an attempt to change something at the bank that had no clear answer.
  called_at timestamptz,
  -- How many calls in a row had no answer.
  unanswered_count bigint not null default 0 check (unanswered_count >= 0),
  -- When the bank registered it, by our clock.
  registered_at timestamptz,
  -- When the bank is asked again; null when nothing is open.
  next_look_at timestamptz,
  -- The number of the charge in its cycle.
  number bigint not null default 1,
  -- The attempts as the bank showed them last; null before that.
  attempts json,
  primary key (merchant_id, environment, subscription_id, cycle_on, number),
  constraint subscription_bank_cycles_seen_check
    check ((status is null) = (seen_at is null) and (status is null) = (registered_at is null))
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create unique index subscription_bank_cycles_by_txid on subscription_bank_cycles
  (txid, merchant_id, environment);
create index subscription_bank_cycles_due on subscription_bank_cycles (next_look_at)
  where next_look_at is not null;
create index subscription_bank_cycles_due_by_merchant on subscription_bank_cycles
  (merchant_id, next_look_at) where next_look_at is not null;
create index subscription_bank_cycles_registered on subscription_bank_cycles (registered_at)
  where registered_at is not null;
create index subscription_bank_cycles_open on subscription_bank_cycles (due_on)
  where status in ('created', 'active') and wanted = 'exists';
-- Those that the bank calls paid while no Pix has arrived.
create index subscription_bank_cycles_without_pix on subscription_bank_cycles (seen_at)
  where status = 'paid' and next_look_at is not null;

-- The addresses of payloads that merchants make for their subscriptions (locrec). A subscription
-- that the gateway's own API makes has an address that is called by its id, and no row.
create table subscription_locations (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The second of its creation, and a number, as the locations of charges have.
  id bigint not null check (id > 0),
  -- Without scheme, as codes have it.
  url text not null,
  -- The last part of the url in the test environment, where we answer it ourselves.
  token uuid,
  -- The subscription that it shows now; null for a free one.
  subscription_id uuid,
  created_at timestamptz not null,
  -- What the bank calls it; null in the test environment.
  bank_id bigint,
  primary key (merchant_id, environment, id),
  constraint subscription_location_in_test check (environment = 'live' or token is not null)
);
create unique index subscription_locations_of_subscription on subscription_locations
  (merchant_id, environment, subscription_id) where subscription_id is not null;
create index subscription_locations_by_token on subscription_locations (token)
  where token is not null;

-- Requests to payers at their banks to authorize a subscription (solicrec): one open at a time.
create table subscription_requests (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The id at the banks (idSolicRec).
  id text not null,
  subscription_id uuid not null,
  payer_document text not null,
  -- The account at which the payer's bank asks.
  account json not null,
  expires_at timestamptz not null,
  status text not null check (status in ('open', 'accepted', 'rejected', 'expired', 'canceled')),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Why the payer's bank rejected it, in the word of the merchant's bank (motivo).
  reason text,
  primary key (merchant_id, environment, id),
  constraint subscription_requests_ended_check check ((status = 'open') = (ended_at is null))
);
create unique index subscription_requests_open on subscription_requests
  (merchant_id, environment, subscription_id) where status = 'open';
create index subscription_requests_of_subscription on subscription_requests
  (merchant_id, environment, subscription_id);
