-- In each bucket. A search finds words of descriptions, e-mails and references too. The worker packs
-- the older chunks again, which have the words of names only; until then it finds these as before.
alter table search_chunks add column words text;
alter table search_chunks add column numbers text;
-- A cluster can't change the storage of a table that it has: there the texts stay compressed.
do $$
begin
  alter table search_chunks alter column words set storage external;
  alter table search_chunks alter column numbers set storage external;
exception when feature_not_supported then null;
end
$$;
create index search_chunks_outdated on search_chunks (merchant_id, environment, type, before_id)
  where words is null;
