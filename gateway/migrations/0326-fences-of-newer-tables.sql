-- In each bucket: foreign keys that refuse a write for a merchant in another bucket. These tables got
-- theirs only where there were several buckets already; later buckets were made without them.

do $$
declare
  fenced text;
begin
  if (select count(*) from public.buckets) < 2 then
    return;
  end if;
  foreach fenced in array array['fee_days', 'merchant_notes', 'payment_link_holds', 'payment_links',
    'product_images', 'products', 'refund_days', 'request_records', 'search_chunks',
    'test_clock_items'] loop
    if not exists (
      select from pg_constraint where conname = fenced || '_bucket_member'
        and conrelid = fenced::regclass
    ) then
      execute format('alter table %I add constraint %I foreign key (merchant_id)
        references bucket_merchants not valid', fenced, fenced || '_bucket_member');
    end if;
  end loop;
end
$$;
