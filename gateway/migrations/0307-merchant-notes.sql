-- In each bucket: what operators write about a merchant for each other. Merchants don't see it.

create table merchant_notes (
  merchant_id uuid not null,
  id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  author_id text,
  author_name text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table merchant_notes add constraint merchant_notes_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
