-- `paid_at` is when the bank received a payment; `booked_at` is when it was booked here, possibly
-- later. A payment counts on the day of `paid_at`; the statement shows entries in booking order.
alter table charges
  add column booked_at timestamptz,
  add constraint charges_booked_when_paid check (booked_at is null or paid_at is not null);
