-- In each bucket. The id of a lot that is a number of more than nine digits is shown as it is, and not
-- as the next number of a series.

alter table api_pix_lots drop constraint api_pix_lots_number_check;
alter table api_pix_lots add constraint api_pix_lots_number_check
  check (number between 0 and 9007199254740991);

do $$
declare
  renamed record;
begin
  for renamed in
    select l.merchant_id, l.environment, l.name, l.number from api_pix_lots l
    where l.name ~ '^[1-9][0-9]{9,15}$' and l.number::text <> l.name
      and l.name::numeric <= 9007199254740991
      and not exists (
        select from api_pix_lots o
        where (o.merchant_id, o.environment) = (l.merchant_id, l.environment)
          and o.number::text = l.name
      )
  loop
    update api_pix_lots l set number = renamed.name::bigint
    where (l.merchant_id, l.environment, l.name)
      = (renamed.merchant_id, renamed.environment, renamed.name);
    update api_pix_lot_lines l set lot = renamed.name::bigint
    where (l.merchant_id, l.environment, l.lot)
      = (renamed.merchant_id, renamed.environment, renamed.number);
  end loop;
end
$$;
