-- Disputes (contestações, MED): the bank contests a payment.

-- How the bank's list of disputes is read, one row for each bank.
create table dispute_polls (
  bank text primary key,
  -- When the list is read next; while one process reads it, when its claim expires.
  due_at timestamptz not null,
  -- When the list was last read completely.
  read_at timestamptz,
  -- Failures in a row, and the last reason.
  failure_count bigint not null default 0,
  failure text
);

-- A charge with a dispute is not deleted. Only the functions that delete the sandbox's charges
-- reach this: no other statement deletes charges.
create function keep_disputed_charge() returns trigger language plpgsql as $$
declare
  is_disputed boolean;
begin
  execute format('select exists (select from %I.disputes
      where (charge_id, merchant_id, environment) = ($1, $2, $3))', tg_table_schema)
  into is_disputed using old.id, old.merchant_id, old.environment;
  return case when is_disputed then null else old end;
end
$$;

-- A return that was booked by hand is matched once with the bank's; no other is changed.
create function dispute_returns_refuse_change() returns trigger language plpgsql as $$
begin
  if old.is_by_hand and old.matched_at is null and new.matched_at is not null
    and (new.merchant_id, new.environment, new.id, new.dispute_id, new.end_to_end_id,
        new.amount_centavos, new.returned_at, new.is_by_hand)
      = (old.merchant_id, old.environment, old.id, old.dispute_id, old.end_to_end_id,
        old.amount_centavos, old.returned_at, old.is_by_hand) then
    return new;
  end if;
  raise exception 'a return that was booked by hand is matched once; no other is changed'
    using errcode = 'restrict_violation';
end
$$;

-- In each bucket.

-- The payer's bank contests a payment, the amount is blocked in the balances of those who got it,
-- and the bank returns it to the payer or releases it.
create table disputes (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  charge_id uuid not null,
  -- The end-to-end id of the payment.
  end_to_end_id text not null,
  -- The name of the bank and its id of the dispute; null for one that the bank doesn't list.
  bank text,
  bank_dispute_id text,
  reason text not null check (reason in ('fraud', 'operational_failure', 'automatic_pix')),
  status text not null
    check (status in ('open', 'in_defense', 'accepted', 'rejected', 'canceled')),
  -- What the bank contests.
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The amount to block now. At the opening: the contested amount, at most what refunds and other
  -- disputes leave of the payment. Returns and releases reduce it.
  claimed_centavos bigint not null check (claimed_centavos >= 0),
  -- The sum of its returns.
  returned_centavos bigint not null check (returned_centavos >= 0),
  event_count bigint not null default 0,
  opened_at timestamptz not null,
  defense_due_at timestamptz,
  closed_at timestamptz,
  primary key (merchant_id, environment, id),
  check (claimed_centavos + returned_centavos <= amount_centavos),
  check ((bank is null) = (bank_dispute_id is null)),
  check ((status in ('open', 'in_defense')) = (closed_at is null)),
  check (status not in ('rejected', 'canceled') or claimed_centavos = 0)
);

create unique index disputes_of_bank on disputes (bank_dispute_id, bank, merchant_id)
  where bank_dispute_id is not null;
create index disputes_of_charge on disputes (charge_id, merchant_id, environment, id);
create index disputes_by_status on disputes (status, merchant_id, environment, id);
create index disputes_of_all on disputes (environment, id);
create index disputes_of_all_by_status on disputes (status, environment, id);
create index disputes_to_defend on disputes (defense_due_at) where status = 'open';
create index disputes_by_deadline
  on disputes (merchant_id, environment, (coalesce(defense_due_at, 'infinity')), id)
  where status = 'open';

-- Contested, and not all of it could be claimed: a refund was pending, or another dispute.
create index disputes_to_claim on disputes (id)
  where closed_at is null and claimed_centavos + returned_centavos < amount_centavos;

-- Accepted disputes whose money the bank has not returned yet: their payments are read at the bank.
create index disputes_to_return on disputes (bank, id)
  where status = 'accepted' and claimed_centavos > 0;

create trigger disputes_legal_transition before update of status on disputes
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('open > in_defense',
    -- The bank refused the defence: the merchant may write another one.
    'in_defense > open',
    'open > accepted', 'open > rejected', 'open > canceled',
    'in_defense > accepted', 'in_defense > rejected', 'in_defense > canceled');

-- What one bearer (the origin or a recipient of the split) bears of a dispute. The id is also the
-- id of its hold in the ledger. A bearer has another row for each later claim of the same dispute.
create table dispute_shares (
  merchant_id uuid not null,
  environment text not null,
  dispute_id uuid not null,
  id uuid not null,
  bearer_id uuid not null,
  -- What is to be blocked now; the sum of a dispute's shares is its `claimed_centavos`.
  held_centavos bigint not null check (held_centavos >= 0),
  -- What was returned to the payer; the sum is `returned_centavos`.
  returned_centavos bigint not null check (returned_centavos >= 0),
  primary key (merchant_id, environment, dispute_id, id)
);

create index dispute_shares_of_bearer on dispute_shares (bearer_id, environment, id);

-- Money that the bank returned to the payer (devolução).
create table dispute_returns (
  merchant_id uuid not null,
  environment text not null,
  id uuid not null,
  dispute_id uuid not null,
  end_to_end_id text not null,
  -- The bank's id of the return (rtrId): each return is booked once.
  return_id text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  returned_at timestamptz not null,
  -- The bank's id of the refund; null while only the id that an operator gave is known. A return by
  -- the special mechanism (MED) has two ids at the bank: that of the refund (devolução), and the
  -- rtrId, which may appear later. An operator who books one by hand may mistype its id.
  refund_id text,
  is_by_hand boolean not null default false,
  -- When the bank reported a return that had been booked by hand: `return_id` is then the bank's.
  matched_at timestamptz,
  primary key (merchant_id, environment, id),
  check (is_by_hand or matched_at is null)
);

create unique index dispute_returns_once
  on dispute_returns (end_to_end_id, return_id, merchant_id, environment);
create index dispute_returns_of_dispute
  on dispute_returns (dispute_id, merchant_id, environment, id);
create unique index dispute_returns_once_by_refund
  on dispute_returns (end_to_end_id, refund_id, merchant_id, environment)
  where refund_id is not null;

create trigger dispute_returns_matched_once before update on dispute_returns
  for each row execute function dispute_returns_refuse_change();

-- What each share paid of a return. The id is the reference of its posting.
create table dispute_return_parts (
  merchant_id uuid not null,
  environment text not null,
  return_id uuid not null,
  id uuid not null,
  share_id uuid not null,
  bearer_id uuid not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  primary key (merchant_id, environment, return_id, id)
);

create index dispute_return_parts_of_bearer on dispute_return_parts (id, bearer_id, environment);

-- The merchant's defence. A worker sends it to the bank; `due_at` is when it tries next.
create table dispute_defenses (
  merchant_id uuid not null,
  environment text not null,
  id uuid not null,
  dispute_id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  status text not null check (status in ('waiting', 'sent', 'failed')),
  -- The key pair that wrote it; null for a person in the panel.
  client_id text,
  created_at timestamptz not null,
  due_at timestamptz,
  send_count bigint not null default 0,
  sent_at timestamptz,
  -- Why the bank refused it.
  failure text,
  -- When the last attempt to send a defence had no clear answer: until the quarantine after it
  -- ends, only the bank's own list counts.
  uncertain_at timestamptz,
  -- The dispute as the answer of a defence showed it. Null in defences of older versions, whose
  -- keys keep the answer.
  was_sent_at_once boolean,
  dispute_centavos bigint,
  blocked_centavos bigint,
  returned_centavos bigint,
  defense_due_at timestamptz,
  primary key (merchant_id, environment, id),
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check ((status = 'failed') = (failure is not null))
);

create unique index dispute_defenses_once
  on dispute_defenses (dispute_id, merchant_id, environment) where status <> 'failed';
create index dispute_defenses_of_dispute
  on dispute_defenses (dispute_id, merchant_id, environment, id);
create index dispute_defenses_due on dispute_defenses (due_at) where status = 'waiting';

create trigger dispute_defenses_legal_transition before update of status on dispute_defenses
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('waiting > sent', 'waiting > failed');

-- Files that merchants attach to a defence: proofs of a delivery, conversations.
create table dispute_files (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  dispute_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  content_type text not null
    check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes bigint not null check (size_bytes between 1 and 10485760),
  -- The same content is kept once in a dispute.
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  -- AES-256-GCM, bound to the id of the file: backups and queries show no content.
  sealed_content bytea not null,
  created_at timestamptz not null,
  -- When the bank took it; null at a bank that takes no files.
  sent_at timestamptz,
  primary key (merchant_id, environment, dispute_id, id)
);

create unique index dispute_files_once
  on dispute_files (dispute_id, content_sha256, merchant_id, environment);
-- The sizes of a merchant's files are added up without reading the files.
create index dispute_files_sizes on dispute_files (merchant_id, environment) include (size_bytes);
create index dispute_files_by_id on dispute_files (id);

create trigger charges_keep_disputed before delete on charges
  for each row when (old.dispute_count > 0) execute function keep_disputed_charge();
