-- In each bucket. The payers of a payment link can subscribe (Pix Automático) instead of paying once.

alter table payment_links add column subscription json;

-- A subscription has a fixed price, and neither a due date nor pieces of a stock.
alter table payment_links
  add constraint payment_links_subscription_alone check (subscription is null or (due is null
    and stock is null and num_nonnulls(amount_centavos, product_id) = 1));

-- The link by which the payer subscribed, and a hash of the payer's network, by which open
-- subscriptions are limited.
alter table subscriptions add column payment_link_id uuid;
alter table subscriptions add column link_network text;

create index subscriptions_waiting_of_link on subscriptions
  (payment_link_id, merchant_id, environment, id)
  where payment_link_id is not null and status = 'created';
