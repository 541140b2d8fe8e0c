-- The address of a merchant, which charges with a due date show to payers. Approved applications
-- have one already.
create table merchant_addresses (
  merchant_id uuid primary key references merchants,
  postal_code text not null check (postal_code ~ '^[0-9]{8}$'),
  street text not null check (length(street) between 1 and 255),
  street_number text not null check (length(street_number) between 1 and 255),
  complement text check (length(complement) between 1 and 255),
  district text not null check (length(district) between 1 and 255),
  city text not null check (length(city) between 1 and 255),
  state text not null check (state ~ '^[A-Z]{2}$'),
  changed_at timestamptz not null
);

insert into merchant_addresses (merchant_id, postal_code, street, street_number, complement,
    district, city, state, changed_at)
  select merchant_id, postal_code, street, street_number, complement, district, city, state,
    status_since
  from kyc_applications where status = 'approved';
