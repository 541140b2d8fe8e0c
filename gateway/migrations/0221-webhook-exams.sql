-- In each bucket: exams of the programs that receive webhooks, in the test environment. A worker sends
-- right and wrong webhooks to an address and judges each answer.

create table webhook_exams (
  merchant_id uuid not null,
  environment text not null check (environment = 'test'),
  id uuid not null,
  url text not null,
  -- The endpoint with whose secret the exam signs. Without it the exam has a secret of its own, which
  -- is deleted when the exam has ended.
  endpoint_id uuid,
  sealed_secret bytea,
  -- The charge that the events tell of.
  sample json not null,
  status text not null check (status in ('awaiting_start', 'running', 'passed', 'failed')),
  -- A worker may take a running exam from then on; the worker that has it moves this on.
  due_at timestamptz,
  run_count bigint not null default 0,
  -- What each request was answered, and the verdicts; null until it has ended.
  report json,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, environment, id),
  check ((status = 'running') = (due_at is not null)),
  check ((status in ('passed', 'failed')) = (report is not null))
);

create index webhook_exams_due on webhook_exams (due_at) where due_at is not null;
-- A merchant has one exam under way at a time.
create unique index webhook_exams_at_once on webhook_exams (merchant_id) where due_at is not null;
create index webhook_exams_passed on webhook_exams (merchant_id, id) where status = 'passed';
-- A new encryption key seals the secrets again.
create index webhook_exams_by_id on webhook_exams (id);

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table webhook_exams add constraint webhook_exams_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
