-- Charges with their shares, payment links and products.

-- The rows that statements take as one parameter (row-type.ts). A version that needs other columns
-- makes a new type, because an older one may run beside it.
create type public.new_charge as (
  merchant_id uuid, environment text, id uuid, external_id text, amount_centavos bigint,
  fee_centavos bigint, payer_name text, payer_document text, payer_email text, utm json, qrcode text,
  webhook_url text, split_count bigint, shares_centavos bigint, created_at timestamptz,
  expires_at timestamptz, due_at timestamptz, is_simulated boolean, client_id text, description text,
  payment_link_id uuid, renewed_from uuid, renewal_number bigint
);
create type public.new_due_charge as (
  merchant_id uuid, environment text, id uuid, external_id text, amount_centavos bigint,
  fee_centavos bigint, payer_name text, payer_document text, payer_email text, utm json, qrcode text,
  webhook_url text, split_count bigint, shares_centavos bigint, created_at timestamptz,
  expires_at timestamptz, due_at timestamptz, is_simulated boolean, client_id text, description text,
  payment_link_id uuid, renewed_from uuid, renewal_number bigint, due_on text, due json
);
create type public.charge_payment as (
  merchant_id uuid, environment text, id uuid, end_to_end_id text, expired_too boolean,
  paid_at timestamptz
);

-- In each bucket.

-- Charges. `merchant_id` is the first column of every key.
create table charges (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  external_id text,
  status text not null
    check (status in ('pending', 'paid', 'expired', 'canceled', 'partially_refunded', 'refunded')),
  amount_centavos bigint not null check (amount_centavos between 1 and 999999999999),
  fee_centavos bigint not null check (fee_centavos >= 0 and fee_centavos < amount_centavos),
  payer_name text not null,
  payer_document text not null,
  payer_email text,
  utm json,
  qrcode text not null,
  webhook_url text,
  split_count bigint not null default 0 check (split_count between 0 and 20),
  event_count bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the charge is due to be paid by the simulator, or to expire.
  due_at timestamptz,
  is_simulated boolean not null,
  paid_at timestamptz,
  end_to_end_id text,
  -- How many refunds the charge has had.
  refund_count bigint not null default 0 check (refund_count >= 0),
  -- The sums of pending refunds and of refunds that are done; failed ones are in neither.
  refunding_centavos bigint not null default 0 check (refunding_centavos >= 0),
  refunded_centavos bigint not null default 0 check (refunded_centavos >= 0),
  -- `paid_at` is when the bank received the payment; `booked_at` is when it was booked here,
  -- possibly later. A payment counts on the day of `paid_at`; the statement shows entries in
  -- booking order.
  booked_at timestamptz,
  -- The key pair that created it; null when a person created it in the panel. It has no index, so
  -- that creation stays fast: lists filter by it in a bounded number of rows.
  client_id text,
  -- How many disputes the charge has had.
  dispute_count bigint not null default 0 check (dispute_count >= 0),
  -- Disputes: the amounts claimed now plus the amounts returned. Released claims don't count.
  disputed_centavos bigint not null default 0 check (disputed_centavos >= 0),
  -- The sum of its shares.
  shares_centavos bigint not null default 0,
  payment_link_id uuid,
  -- What it is for, in the merchant's words to the payer. The schema of the route limits the text.
  description text,
  -- A payer gets a new code for an expired charge, where the merchant allows it. The new charge
  -- names the one that it renews; an expired charge is renewed once.
  renewed_from uuid,
  -- 1 for the first new charge, 2 for the one that renews it, …
  renewal_number bigint,
  -- A charge with a due date: the day, and its terms (due-terms.ts). From its payment on,
  -- `amount_centavos`, `fee_centavos` and its shares are those of the amount that was paid.
  due_on date,
  due json,
  -- Of a charge without a due date that was paid with another amount: what was asked for, and the
  -- fee of it. Its amounts are then those of the payment.
  expected_centavos bigint,
  expected_fee_centavos bigint,
  primary key (merchant_id, environment, id),
  constraint charges_paid_at_check
    check ((status in ('paid', 'partially_refunded', 'refunded')) = (paid_at is not null)),
  constraint charges_end_to_end_id_check
    check ((status in ('paid', 'partially_refunded', 'refunded')) = (end_to_end_id is not null)),
  constraint charges_refunded_check
    check (case status
      when 'refunded' then refunded_centavos = amount_centavos
      when 'partially_refunded' then refunded_centavos between 1 and amount_centavos - 1
      else refunded_centavos = 0 end),
  constraint charges_refunding_check check (refund_count = 0 or paid_at is not null),
  constraint charges_booked_when_paid check (booked_at is null or paid_at is not null),
  constraint charges_never_refunded_beyond_payment
    check (refunding_centavos + refunded_centavos + disputed_centavos <= amount_centavos),
  constraint charges_dispute_check check (dispute_count = 0 or paid_at is not null),
  constraint charges_expected_check
    check ((expected_centavos is null) = (expected_fee_centavos is null)
      and (expected_centavos is null or (expected_centavos >= 1
        and expected_fee_centavos between 0 and expected_centavos and paid_at is not null))),
  constraint charges_shares_fit_net
    check (shares_centavos >= 0 and fee_centavos + shares_centavos <= amount_centavos)
) with (
  autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index charges_due on charges (due_at) where status = 'pending';

-- Secondary indexes don't begin with the columns of the primary key: a planner without statistics
-- could choose the wrong one, and read a merchant's whole history for one row.
create index charges_by_status on charges (status, merchant_id, environment, id)
  where status <> 'paid';
create index charges_by_external_id on charges (external_id, merchant_id, environment, id)
  where external_id is not null;

-- The panel and the bank name a payment by its end-to-end id.
create index charges_by_end_to_end_id on charges (end_to_end_id, merchant_id, environment)
  where end_to_end_id is not null;

-- A charge is found by its id through this index, because an id contains its instant. With an index
-- on the id, a planner with old statistics would read a whole history for one page of a list.
create index charges_by_instant on charges (created_at);

-- The buyers of a payment link. A charge without a link is not in it, and costs nothing here.
create index charges_of_payment_link on charges (payment_link_id, merchant_id, environment, id)
  where payment_link_id is not null;
-- A charge without a due date is not in it, and costs nothing here.
create index charges_by_due_day on charges (merchant_id, environment, due_on, id)
  where due_on is not null and status = 'pending';
-- The charges of the Central Bank's API without a due date are counted as all less these. A charge
-- without a due date is not in it, and costs nothing here.
create index charges_with_due_date on charges (merchant_id, environment, id)
  where due_on is not null;
create unique index charges_renewed_from on charges (merchant_id, environment, renewed_from)
  where renewed_from is not null;

-- The payments of a merchant by the instant at which the bank received them. A charge that is not
-- paid is not in it, so that its creation costs the same.
create index charges_by_payment on charges (merchant_id, environment, paid_at, id)
  where paid_at is not null;

-- Live charges that a payment could still pay, by their amount: the charges that fit a payment in
-- suspense. Charges of the test environment are not in these indexes, and a charge leaves them when
-- it is paid.
create index charges_payable_by_amount on charges (amount_centavos, created_at)
  where environment = 'live' and status in ('pending', 'expired', 'canceled');
create index charges_payable_by_due_day on charges (amount_centavos, due_on)
  where due_on is not null and environment = 'live'
    and status in ('pending', 'expired', 'canceled');

create trigger charges_legal_transition before update of status on charges
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('pending > paid', 'pending > expired',
    'pending > canceled',
    -- The bank received the money although the charge had ended here.
    'expired > paid', 'canceled > paid',
    'paid > partially_refunded', 'paid > refunded', 'partially_refunded > refunded');

-- The shares of a charge that other merchants get.
create table charge_splits (
  merchant_id uuid not null,
  environment text not null,
  charge_id uuid not null,
  position bigint not null,
  recipient_id uuid not null check (recipient_id <> merchant_id),
  username text not null,
  basis_points bigint check (basis_points between 1 and 9000),
  amount_centavos bigint not null check (amount_centavos >= 0),
  status text not null
    check (status in ('pending', 'paid', 'canceled', 'partially_refunded', 'refunded')),
  external_id text,
  utm json,
  -- The amount that a recipient has refunded of its share of a charge.
  refunded_centavos bigint not null default 0,
  -- The part of `charges.disputed_centavos` that the recipient bears.
  disputed_centavos bigint not null default 0 check (disputed_centavos >= 0),
  -- Counts the events of a share, which its recipient gets.
  event_count bigint not null default 0,
  constraint charge_splits_refunded_check
    check (case status
      when 'refunded' then refunded_centavos = amount_centavos and amount_centavos > 0
      when 'partially_refunded' then refunded_centavos between 1 and amount_centavos - 1
      else refunded_centavos = 0 end),
  constraint charge_splits_never_returned_beyond_share
    check (refunded_centavos + disputed_centavos <= amount_centavos),
  constraint charge_splits_fixed_check check (basis_points is not null or amount_centavos >= 1),
  -- A recipient has one share of a charge. `position` only orders the shares.
  primary key (merchant_id, environment, charge_id, recipient_id)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index charge_splits_received on charge_splits (recipient_id, environment, charge_id);

create trigger charge_splits_legal_transition before update of status on charge_splits
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('pending > paid', 'pending > canceled',
    'canceled > paid', 'paid > partially_refunded', 'paid > refunded',
    'partially_refunded > refunded');

-- Daily totals of paid charges, updated by the transactions that pay charges: these already hold
-- the locks of their merchant's ledger. Days are those of Brasília.
create table charge_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  -- Count and sum of the payments received on this day.
  paid_count bigint not null default 0 check (paid_count >= 0),
  paid_centavos bigint not null default 0 check (paid_centavos >= 0),
  -- The number of charges created on this day that were paid, on any day.
  created_paid_count bigint not null default 0 check (created_paid_count >= 0),
  primary key (merchant_id, environment, day)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

create index charge_days_by_day on charge_days (environment, day);

-- The number of charges created on each day. The creation of a charge doesn't update it, so that it
-- stays fast: a read counts the charges since the last read and saves the sum here.
create table created_charge_counts (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  created_count bigint not null check (created_count >= 0),
  -- All charges of the day with smaller ids are in the sum.
  counted_before_id uuid not null,
  primary key (merchant_id, environment, day)
);

-- A charge that is being registered at the bank. It becomes a charge when the bank has registered
-- it, and is deleted when the bank refuses it. After a crash the worker finishes it: it asks the
-- bank by the same txid.
create table charge_drafts (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  id uuid not null,
  -- The rows of the charge, without the code that the bank returns.
  draft json not null,
  idempotency_key text,
  created_at timestamptz not null,
  -- When the worker takes it over: later than the longest bank call of the request that made it.
  due_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

create index charge_drafts_due on charge_drafts (due_at);

-- Batches of charges: many charges that a merchant sends at once, by the API or in a file. A file is
-- checked and stored first. The worker makes the charges of an accepted batch in small pieces.
create table charge_batches (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  external_id text,
  -- Null for a batch of the API.
  file_name text,
  status text not null check (status in ('checked', 'processing', 'completed')),
  line_count bigint not null check (line_count between 1 and 10000),
  -- The lines that were refused before the batch was accepted, and the amount of the others.
  invalid_count bigint not null check (invalid_count between 0 and line_count),
  total_centavos bigint not null check (total_centavos >= 0),
  created_count bigint not null default 0 check (created_count >= 0),
  refused_count bigint not null check (refused_count >= 0),
  client_id text,
  -- The member who sent the file; null for a batch of the API.
  created_by json,
  created_at timestamptz not null,
  accepted_at timestamptz,
  completed_at timestamptz,
  -- When the worker continues the batch; a worker that works on it leases it until then.
  due_at timestamptz,
  -- Since when the bank registers no charge of a live batch; null while it does.
  waiting_since timestamptz,
  primary key (merchant_id, environment, id),
  constraint only_batches_under_way_wait check (waiting_since is null or status = 'processing'),
  constraint charge_batch_counts_fit check (created_count + refused_count <= line_count),
  constraint completed_charge_batches_have_no_open_lines
    check (status <> 'completed' or created_count + refused_count = line_count),
  check ((status = 'checked') = (accepted_at is null)),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'processing') = (due_at is not null))
);

create index charge_batches_due on charge_batches (environment, due_at)
  where status = 'processing';
create index charge_batches_waiting on charge_batches (waiting_since)
  where waiting_since is not null;
create index charge_batches_unconfirmed on charge_batches (created_at) where status = 'checked';

create trigger charge_batches_legal_transition before update of status on charge_batches
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('checked > processing', 'processing > completed');

-- The lines of batches of charges. A line makes at most one charge: the transaction that creates the
-- charge changes the line, which can't be changed again.
create table charge_batch_lines (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  batch_id uuid not null,
  -- The index of a line of the API, from 0; the line of a file, from 1.
  line bigint not null check (line >= 0),
  -- The instalment, from 1: a line of a file may make several charges.
  part bigint not null check (part between 1 and 120),
  status text not null check (status in ('open', 'registering', 'created', 'refused')),
  amount_centavos bigint check (amount_centavos > 0),
  -- What to create, and what a file says. It names the payer, so it is deleted when the charge is
  -- created and when the line is refused.
  content json,
  -- For the erasure of a payer while there is a content.
  payer_document text,
  -- Why there is no charge.
  refusal json,
  charge_id uuid,
  -- How often its creation has failed by a fault of the gateway.
  attempts bigint not null default 0,
  primary key (merchant_id, environment, batch_id, line, part),
  constraint line_has_its_charge check ((status in ('registering', 'created')) =
    (charge_id is not null)),
  constraint open_line_has_a_content check (status not in ('open', 'registering') or
    content is not null),
  constraint created_line_names_no_payer check (status <> 'created' or
    (content is null and payer_document is null))
);

create index charge_batch_lines_by_status on charge_batch_lines
  (merchant_id, environment, batch_id, status, line, part);
create index charge_batch_lines_of_payer on charge_batch_lines
  (merchant_id, environment, payer_document) where payer_document is not null;

create trigger charge_batch_lines_legal_transition before update of status on charge_batch_lines
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('open > registering', 'open > created',
    'open > refused', 'registering > created', 'registering > open');

-- Live charges whose removal the bank was asked for and has not confirmed. The row is committed
-- before the bank is asked, so that the worker asks again after a time-out or a crash.
create table charge_cancellations (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  charge_id uuid not null,
  requested_at timestamptz not null,
  -- When the worker takes it over: later than the longest bank call of the first request.
  due_at timestamptz not null,
  -- The first of the requests that followed one another without a clear answer.
  first_requested_at timestamptz not null,
  primary key (merchant_id, environment, charge_id)
);

create index charge_cancellations_due on charge_cancellations (due_at);

-- What charges had before each change, numbered from 0. The creation is answered again from it.
create table charge_revisions (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  charge_id uuid not null,
  revision bigint not null check (revision >= 0),
  -- The terms of a charge with a due date; of any other one amount, fee, code and expiry.
  terms json not null,
  -- Payer and texts before a change by the Central Bank's API; null for other changes.
  standard json,
  replaced_at timestamptz not null,
  -- The client id of the key or the e-mail of the person; null for changes by older versions.
  author text,
  primary key (merchant_id, environment, charge_id, revision)
);

-- Changes of live charges that the bank was asked for and has not confirmed. The row is committed
-- before the bank is asked, so that the worker asks again after a time-out or a crash.
create table charge_changes (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  charge_id uuid not null,
  -- The terms after the change, with payer and texts if they change too.
  change json not null,
  requested_at timestamptz not null,
  -- When the worker takes it over: later than the longest bank call of the request that made it.
  due_at timestamptz not null,
  primary key (merchant_id, environment, charge_id)
);

create index charge_changes_due on charge_changes (due_at);

-- The charges of the Central Bank's API: their txids, which are unique for a merchant and
-- environment, and what they have besides the columns of every charge. The reference of such a
-- charge is its txid, so this row is found from the charge without another index. A charge of
-- another door has a row from its first revision on.
create table api_pix_charges (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  txid text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  charge_id uuid not null,
  -- Counts the changes; the fields before each are in charge_revisions.
  revision bigint not null default 0 check (revision >= 0),
  -- The Pix key that was named, and the merchant's texts to the payer.
  terms json not null,
  -- Until when a change asks the bank; null without one.
  leased_until timestamptz,
  -- The location that a charge has. The id of its own one is computed and needs no row of
  -- `api_pix_locations` until the location is freed. Null for a charge of an older version.
  location_id bigint,
  -- False after the location was taken away from the charge.
  has_location boolean not null default true,
  primary key (merchant_id, environment, txid)
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index api_pix_charges_without_location on api_pix_charges
  (merchant_id, environment, charge_id) where not has_location;

-- Locations of the Central Bank's API, which a merchant makes before its charges.
create table api_pix_locations (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The second of its creation, and a number (location.ts).
  id bigint not null check (id > 0),
  kind text not null check (kind in ('cob', 'cobv')),
  -- Without scheme, as codes have it.
  url text not null,
  -- The last part of the url in the test environment, where we answer it ourselves.
  token uuid,
  -- What the bank calls it.
  bank_id bigint,
  -- The charge that it shows now, with its txid; null for a free one.
  charge_id uuid,
  txid text,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id),
  constraint api_pix_location_of_a_charge check ((charge_id is null) = (txid is null)),
  constraint api_pix_location_in_test check (environment = 'live' or token is not null)
);
create unique index api_pix_locations_of_charge on api_pix_locations
  (merchant_id, environment, charge_id) where charge_id is not null;
create index api_pix_locations_by_token on api_pix_locations (token) where token is not null;

-- Lots of charges of the Central Bank's API. The charges of a lot are made by a batch of charges;
-- those that were refused are made by another batch when the lot is sent again.
create table api_pix_lots (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The id that the merchant chose, and the number that answers have.
  name text not null check (length(name) between 1 and 100),
  number bigint not null check (number between 0 and 9007199254740991),
  description text not null,
  line_count bigint not null check (line_count between 1 and 10000),
  client_id text not null,
  created_at timestamptz not null,
  -- Counts the requests that were accepted, with a digest of the last one.
  request_count bigint not null default 1 check (request_count >= 1),
  request_digest bytea not null,
  -- When the worker continues to change the lot's charges, and leases the lot until then; null when
  -- no change waits.
  due_at timestamptz,
  primary key (merchant_id, environment, name)
);

create unique index api_pix_lots_by_number on api_pix_lots (merchant_id, environment, number);
create index api_pix_lots_by_time on api_pix_lots (merchant_id, environment, created_at, number);
create index api_pix_lots_due on api_pix_lots (environment, due_at) where due_at is not null;
create index api_pix_lots_changing on api_pix_lots (merchant_id, environment)
  where due_at is not null;

-- The charges of lots by their txids, which no other lot and no other door may use.
create table api_pix_lot_lines (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  lot bigint not null,
  line bigint not null check (line >= 0),
  txid text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  -- The batch that makes the charge, in its line of the same number.
  batch_id uuid not null,
  -- A change of the charge that waits for the worker. It names the payer, so it is deleted when the
  -- charge is changed and when the change is refused.
  change json,
  payer_document text,
  -- Why the last change was refused.
  problem json,
  -- How often the change has failed by a fault of the gateway.
  attempts bigint not null default 0,
  primary key (merchant_id, environment, lot, line),
  constraint lot_line_keeps_no_payer check (change is not null or payer_document is null)
);

create unique index api_pix_lot_lines_by_txid on api_pix_lot_lines
  (merchant_id, environment, txid);
create index api_pix_lot_lines_changing on api_pix_lot_lines (merchant_id, environment, lot, line)
  where change is not null;
create index api_pix_lot_lines_of_payer on api_pix_lot_lines
  (merchant_id, environment, payer_document) where payer_document is not null;

-- Payment links. A payer opens a link and makes a charge; a merchant sees how often it was paid. A
-- charge that was not made by a link has no row and no value here.
create table payment_links (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  title text not null,
  description text,
  -- Null: the payer says the amount, within the two limits.
  amount_centavos bigint check (amount_centavos > 0),
  min_centavos bigint check (min_centavos > 0),
  max_centavos bigint check (max_centavos > 0),
  -- How many payments it takes; null: any number. A late payment may exceed it.
  stock bigint check (stock >= 0),
  sold_count bigint not null default 0 check (sold_count >= 0),
  received_centavos bigint not null default 0 check (received_centavos >= 0),
  status text not null check (status in ('active', 'paused')),
  expires_at timestamptz,
  return_url text,
  created_at timestamptz not null,
  -- The price of a link with a product is the product's.
  product_id uuid,
  -- When its charges are due, and their rules (link-due.ts); null: they are paid at once.
  due json,
  -- What its payers subscribe to (link-subscription.ts); null: they pay once.
  subscription json,
  -- How many payers have authorized a subscription by it, also if the subscription has ended.
  subscriber_count bigint not null default 0 check (subscriber_count >= 0),
  primary key (merchant_id, environment, id),
  check (amount_centavos is null or (min_centavos is null and max_centavos is null)),
  check (min_centavos <= max_centavos),
  constraint payment_links_product_price
    check (
      product_id is null
      or (amount_centavos is null and min_centavos is null and max_centavos is null)),
  -- An unpaid charge with a due date would hold a piece for weeks.
  constraint payment_links_due_without_stock check (due is null or stock is null),
  constraint payment_links_subscription_alone check (subscription is null or (due is null
    and stock is null and num_nonnulls(amount_centavos, product_id) = 1))
);

-- The public page names no merchant.
create unique index payment_links_by_id on payment_links (id);

-- The pieces that unpaid charges of a link hold. A row ends with its charge: paid, expired,
-- canceled or refused by the bank.
create table payment_link_holds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  charge_id uuid not null,
  link_id uuid not null,
  -- A digest of the payer's network and the link, for the limit of one network.
  network text not null,
  primary key (merchant_id, environment, charge_id)
);

create index payment_link_holds_of_link on payment_link_holds (merchant_id, environment, link_id);

-- Products of payment links.
create table products (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  name text not null,
  description text,
  amount_centavos bigint not null check (amount_centavos > 0),
  image_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

-- The image of a product is public: its address has an id of its own, which changes with each
-- upload.
create table product_images (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  product_id uuid not null,
  id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 524288),
  primary key (merchant_id, environment, product_id)
);

-- The public address names no merchant.
create unique index product_images_by_id on product_images (id);

-- How the payment pages of a merchant look, and what they offer to payers.
create table payment_page_looks (
  merchant_id uuid primary key,
  description text,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  return_url text check (return_url ~ '^https://'),
  support_contact text,
  logo bytea check (octet_length(logo) <= 262144),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_hash text,
  logo_width bigint,
  logo_height bigint,
  may_renew boolean not null default false,
  constraint payment_page_looks_whole_logo
    check (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) in (0, 5))
);
