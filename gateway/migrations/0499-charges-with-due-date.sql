-- In each bucket. The two kinds of charges are listed and counted apart.

-- The charges of the Central Bank's API without a due date are counted as all less these. A charge
-- without a due date is not in it, and costs nothing here.
create index charges_with_due_date on charges (merchant_id, environment, id)
  where due_on is not null;
