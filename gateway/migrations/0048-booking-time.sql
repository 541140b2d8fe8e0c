-- `paid_at` is when the bank received a payment; `booked_at` is when it was booked here, maybe later. A
-- payment counts under the day of `paid_at`; the statement shows entries in the order of booking.
alter table charges
  add column booked_at timestamptz,
  add constraint charges_booked_when_paid check (booked_at is null or paid_at is not null);
