-- In each bucket. 0675 has moved the rows to charge_revisions. A row that an old process wrote after
-- that stops the upgrade: stop the process, move the row, and start again.
do $$
declare
  -- A cluster runs no distributed query within a function of another one.
  sandbox constant uuid := sandbox_merchant();
begin
  if exists (
    select from api_pix_revisions old
    where old.merchant_id is distinct from sandbox and not exists (
      select from charge_revisions new
      where (new.merchant_id, new.environment, new.charge_id, new.revision)
        = (old.merchant_id, old.environment, old.charge_id, old.revision))
  ) then
    raise exception 'api_pix_revisions has rows that charge_revisions does not have';
  end if;
end
$$;

drop table api_pix_revisions;
