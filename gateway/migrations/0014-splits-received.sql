-- What a recipient asks for: its shares that wait or were canceled, which are few among the paid.

create index charge_splits_not_paid on charge_splits (status, recipient_id, environment, charge_id)
  where status <> 'paid';
