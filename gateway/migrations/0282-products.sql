-- In each bucket: products of payment links, and their images. An image is public: its address has an
-- id of its own, which changes with each upload.

create table products (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  name text not null,
  description text,
  amount_centavos bigint not null check (amount_centavos > 0),
  image_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

create table product_images (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  product_id uuid not null,
  id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 524288),
  primary key (merchant_id, environment, product_id)
);

-- The public address names no merchant.
create unique index product_images_by_id on product_images (id);

-- The price of a link with a product is the product's.
alter table payment_links
  add column product_id uuid;
alter table payment_links
  add constraint payment_links_product_price check (
    product_id is null
    or (amount_centavos is null and min_centavos is null and max_centavos is null));

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table products add constraint products_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
    alter table product_images add constraint product_images_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
