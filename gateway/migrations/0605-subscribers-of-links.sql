-- In each bucket. A payment link counts its authorized subscriptions. Indexes for lists of a link's
-- subscriptions.

alter table payment_links add column subscriber_count bigint not null default 0;
alter table payment_links
  add constraint payment_links_subscriber_count_check check (subscriber_count >= 0);

create index subscriptions_of_link on subscriptions
  (payment_link_id, merchant_id, environment, id) where payment_link_id is not null;
create index subscriptions_of_link_by_status on subscriptions
  (payment_link_id, status, merchant_id, environment, id) where payment_link_id is not null;
drop index subscriptions_waiting_of_link;

update payment_links l set subscriber_count = counted.count
from (
  select merchant_id, environment, payment_link_id, count(*) as count from subscriptions
  where payment_link_id is not null and authorized_at is not null group by 1, 2, 3) counted
where (l.merchant_id, l.environment, l.id)
  = (counted.merchant_id, counted.environment, counted.payment_link_id);
