-- The special mechanism (MED) may take back a payment that is in suspense, or that an operator assigned
-- to a merchant, in parts. So an incoming payment may have less left than it was received with.

alter table incoming_payments
  add column returned_centavos bigint not null default 0
    check (returned_centavos between 0 and amount_centavos),
  add check (state <> 'charge' or returned_centavos = 0);

-- An operator assigns the payment's amount less its returns.
alter table incoming_payment_assignments add column amount_centavos bigint check (amount_centavos > 0);
alter table incoming_payment_assignments disable trigger incoming_payment_assignments_undone_once;
update incoming_payment_assignments a set amount_centavos = r.amount_centavos
  from incoming_payments r where r.end_to_end_id = a.end_to_end_id;
alter table incoming_payment_assignments enable trigger incoming_payment_assignments_undone_once;
alter table incoming_payment_assignments alter column amount_centavos set not null;

create or replace function incoming_payment_assignments_refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.undone_at is null and new.undone_at is not null
    and (new.id, new.end_to_end_id, new.merchant_id, new.assigned_at, new.amount_centavos)
      = (old.id, old.end_to_end_id, old.merchant_id, old.assigned_at, old.amount_centavos) then
    return new;
  end if;
  raise exception 'an assignment is undone once and never changed'
    using errcode = 'restrict_violation';
end
$$;

-- Returns by the special mechanism, each booked once by the bank's id.
create table incoming_payment_returns (
  -- The reference of its posting.
  id uuid primary key,
  end_to_end_id text not null references incoming_payments,
  return_id text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The assignment whose merchant was debited; null for a payment in suspense.
  assignment_id uuid references incoming_payment_assignments,
  returned_at timestamptz not null,
  booked_at timestamptz not null,
  unique (end_to_end_id, return_id)
);

create index incoming_payment_returns_of_assignment on incoming_payment_returns (assignment_id)
  where assignment_id is not null;

create function incoming_payment_returns_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a return of an incoming payment is never changed'
    using errcode = 'restrict_violation';
end
$$;

create trigger incoming_payment_returns_append_only
  before update or delete or truncate on incoming_payment_returns
  for each statement execute function incoming_payment_returns_refuse_change();

alter table balance_adjustments
  drop constraint balance_adjustments_kind_check,
  add constraint balance_adjustments_kind_check check (kind in
    ('adjustment', 'hold', 'release', 'unassignment', 'refund_reversal', 'dispute')),
  add check (kind <> 'dispute' or amount_centavos < 0);
