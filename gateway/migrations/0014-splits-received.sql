-- A recipient filters its shares by status. Pending and canceled shares are few among the paid.

create index charge_splits_not_paid on charge_splits (status, recipient_id, environment, charge_id)
  where status <> 'paid';
