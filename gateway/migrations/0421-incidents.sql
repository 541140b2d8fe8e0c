-- Incidents that operators write for merchants: the status page and the panel show them.
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
