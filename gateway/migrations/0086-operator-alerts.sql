-- The alerts that operators were told about by e-mail: a row for each cause and day at Brasília. The
-- mails are written in the same transaction, so several processes write them once.
create table operator_alerts (
  cause text not null,
  day date not null,
  value bigint not null,
  told_at timestamptz not null,
  primary key (cause, day)
);
