-- Restored backups. The bank is ahead of a restored gateway, so that payouts and webhooks wait until an
-- operator has compared the days since then with the bank and confirms it.

create table public.restorations (
  restored_at timestamptz primary key,
  -- The last change that was restored: what the bank did later is not in this database.
  reached_at timestamptz not null,
  -- The name of the base backup.
  backup text not null,
  confirmed_at timestamptz,
  confirmed_by text,
  check (reached_at <= restored_at),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (confirmed_at >= restored_at)
);

-- One restoration may be open.
create unique index restorations_open on public.restorations (confirmed_at) nulls not distinct
  where confirmed_at is null;
