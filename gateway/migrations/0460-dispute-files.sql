-- In each bucket. Files that merchants attach to the defence of a dispute.

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
