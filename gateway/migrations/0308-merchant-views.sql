-- An operator may see a merchant's panel as the merchant sees it, without changing anything, for some
-- minutes. The view belongs to the operator's session.

create table merchant_views (
  session_id text primary key,
  merchant_id uuid not null references merchants,
  expires_at timestamptz not null
);

create index merchant_views_expiry on merchant_views (expires_at);
create index merchant_views_merchant on merchant_views (merchant_id);
