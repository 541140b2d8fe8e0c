-- In each bucket. Closings of months, weeks and days are mailed to addresses that merchants name.

-- The files of closings that a merchant has chosen, once for all addresses. Every change of its
-- addresses, and every mail with a closing, locks this row.
create table closing_settings (
  merchant_id uuid primary key,
  formats text[] not null
    check (formats <@ '{pdf,xlsx,csv,ofx}'::text[] and cardinality(formats) > 0)
);

-- The addresses that get closings by mail. An address gets none before it has confirmed once.
create table closing_recipients (
  merchant_id uuid not null,
  id uuid not null,
  email text not null,
  language text not null check (language in ('pt-BR', 'en')),
  -- When the last link to confirm was mailed.
  invited_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (merchant_id, id)
);

create unique index closing_recipients_email on closing_recipients (merchant_id, email);

-- The next period of each kind that an address gets. A mail and the step to the period after it are
-- one transaction, so each period is mailed once.
create table closing_mailings (
  merchant_id uuid not null,
  address_id uuid not null,
  period text not null check (period in ('month', 'week', 'day')),
  -- The first day of the period, at Brasília.
  first_day date not null,
  -- Null until the address has confirmed.
  due_at timestamptz,
  primary key (merchant_id, address_id, period)
);

create index closing_mailings_due on closing_mailings (due_at);
