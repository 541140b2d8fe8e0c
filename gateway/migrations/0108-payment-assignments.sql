-- A wrong assignment of a suspended payment can be undone, once: the payment is in suspense again and
-- can be assigned again. So each assignment has its own row and its own postings.

create table incoming_payment_assignments (
  -- The reference of its postings.
  id uuid primary key,
  end_to_end_id text not null references incoming_payments,
  merchant_id uuid not null,
  assigned_at timestamptz not null,
  undone_at timestamptz
);

-- The postings of the assignments before this table have the id of their payment.
insert into incoming_payment_assignments (id, end_to_end_id, merchant_id, assigned_at)
  select id, end_to_end_id, merchant_id, coalesce(resolved_at, booked_at) from incoming_payments
  where state = 'assigned';

create unique index incoming_payment_assignments_one_open
  on incoming_payment_assignments (end_to_end_id) where undone_at is null;
create index incoming_payment_assignments_of_payment on incoming_payment_assignments (end_to_end_id);

create function incoming_payment_assignments_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.undone_at is null and new.undone_at is not null
    and (new.id, new.end_to_end_id, new.merchant_id, new.assigned_at)
      = (old.id, old.end_to_end_id, old.merchant_id, old.assigned_at) then
    return new;
  end if;
  raise exception 'an assignment is undone once and never changed'
    using errcode = 'restrict_violation';
end
$$;

create trigger incoming_payment_assignments_undone_once
  before update or delete on incoming_payment_assignments
  for each row execute function incoming_payment_assignments_refuse_change();

create function incoming_payments_refuse_transition() returns trigger language plpgsql as $$
begin
  if old.state || ' > ' || new.state = any(tg_argv) then return new; end if;
  raise exception 'an incoming payment may not go from % to %', old.state, new.state
    using errcode = 'restrict_violation';
end
$$;

create trigger incoming_payments_legal_transition before update of state on incoming_payments
  for each row when (old.state is distinct from new.state)
  execute function incoming_payments_refuse_transition('suspense > charge', 'suspense > assigned',
    'suspense > returned', 'assigned > suspense');
