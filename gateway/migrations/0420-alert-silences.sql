-- Operators silence an alert for an hour. Mails and the panel respect it, and it ends by itself.
create table alert_silences (
  cause text primary key,
  silenced_at timestamptz not null,
  silenced_until timestamptz not null check (silenced_until >= silenced_at),
  -- The name of the operator.
  silenced_by text not null
);
