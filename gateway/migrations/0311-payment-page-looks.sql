-- In each bucket: how the payment pages of a merchant look, and what they offer to payers.

create table payment_page_looks (
  merchant_id uuid primary key,
  description text,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  return_url text check (return_url ~ '^https://'),
  support_contact text,
  logo bytea check (octet_length(logo) <= 262144),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_hash text,
  logo_width bigint,
  logo_height bigint,
  constraint payment_page_looks_whole_logo
    check (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) in (0, 5))
);

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table payment_page_looks add constraint payment_page_looks_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
