-- In each bucket. The page of a subscription's payer finds it by its id alone.

create unique index subscriptions_by_id on subscriptions (id);
