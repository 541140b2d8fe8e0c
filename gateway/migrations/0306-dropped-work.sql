-- In each bucket: an operator may stop the retries of an item of due work. It is kept and listed, with
-- `next_try_at` at infinity, until an operator has it tried again.

alter table set_aside_work
  add column dropped_at timestamptz;
alter table set_aside_work
  add column dropped_reason text;
alter table set_aside_work
  add constraint set_aside_work_dropped check (
    (dropped_at is null) = (dropped_reason is null)
    and (dropped_at is null or next_try_at = 'infinity'));
