-- The KYC application of a merchant, with its documents, submissions and decisions. A merchant has
-- one application; each submission is a row of its own, so that its decision is kept.

create table kyc_applications (
  merchant_id uuid primary key references merchants,
  application_id uuid not null,
  status text not null check (status in ('draft', 'submitted', 'approved', 'rejected')),
  -- Fields may be missing in a draft, not in a submitted application.
  kind text check (kind in ('person', 'company')),
  legal_name text,
  tax_id text,
  postal_code text,
  street text,
  street_number text,
  complement text,
  district text,
  city text,
  state text,
  responsible_name text,
  responsible_tax_id text,
  responsible_birth_date date,
  responsible_role text,
  submission_count bigint not null default 0 check (submission_count >= 0),
  created_at timestamptz not null,
  -- The instant of the last change of status: the order of the operators' queue.
  status_since timestamptz not null,
  unique (merchant_id, application_id),
  check (status = 'draft' or submission_count > 0),
  check (status = 'draft' or num_nulls(kind, legal_name, tax_id, postal_code, street, street_number,
    district, city, state, responsible_name, responsible_tax_id, responsible_birth_date) = 0),
  check (status = 'draft' or length(tax_id) = case kind when 'person' then 11 else 14 end),
  check (status = 'draft' or kind = 'person' or responsible_role is not null)
);

create index kyc_applications_queue on kyc_applications (status, status_since, application_id);
create index kyc_applications_by_id on kyc_applications (application_id, merchant_id);

create table kyc_submissions (
  merchant_id uuid not null references kyc_applications,
  number bigint not null check (number > 0),
  submitted_at timestamptz not null,
  submitted_by text not null,
  decision text check (decision in ('approved', 'rejected')),
  reason text,
  decided_at timestamptz,
  decided_by text,
  primary key (merchant_id, number),
  check (num_nulls(decision, decided_at, decided_by) in (0, 3)),
  check ((reason is not null) = (decision is not distinct from 'rejected'))
);

create table kyc_documents (
  merchant_id uuid not null references kyc_applications,
  document_id uuid not null,
  kind text not null,
  name text not null,
  content_type text not null
    check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes bigint not null check (size_bytes between 1 and 5242880),
  -- AES-256-GCM, bound to the id of the document: backups and queries show no content.
  sealed_content bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, document_id)
);

-- Encrypted content can't be compressed; the attempt would take a second.
alter table kyc_documents alter column sealed_content set storage external;
