-- In each bucket. Batches of charges, and their lines.

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
  primary key (merchant_id, environment, id),
  constraint charge_batch_counts_fit check (created_count + refused_count <= line_count),
  constraint completed_charge_batches_have_no_open_lines
    check (status <> 'completed' or created_count + refused_count = line_count),
  check ((status = 'checked') = (accepted_at is null)),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'processing') = (due_at is not null))
);

create index charge_batches_due on charge_batches (environment, due_at)
  where status = 'processing';
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
