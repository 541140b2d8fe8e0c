-- In each bucket. Merchants read their open disputes by the deadline of the defence, oldest first.
create index disputes_by_deadline
  on disputes (merchant_id, environment, (coalesce(defense_due_at, 'infinity')), id)
  where status = 'open';
