-- In each bucket. Lots whose ids are numbers in a row: 0615 gave only the last of them its own number,
-- because the number of each other one was taken by its neighbour. All of them move to other numbers
-- first; a lot whose number belongs to a lot with another id keeps the one that it has.

do $$
declare
  scope record;
  moved record;
  movable text[];
  blocked text[];
begin
  for scope in
    select distinct merchant_id, environment from api_pix_lots
    where name ~ '^[1-9][0-9]{9,15}$' and number::text <> name
      and name::numeric <= 9007199254740991
  loop
    movable := array(
      select name from api_pix_lots
      where merchant_id = scope.merchant_id and environment = scope.environment
        and name ~ '^[1-9][0-9]{9,15}$' and number::text <> name
        and name::numeric <= 9007199254740991
    );
    loop
      blocked := array(
        select l.name from api_pix_lots l
          join api_pix_lots o on (o.merchant_id, o.environment) = (l.merchant_id, l.environment)
            and o.number::text = l.name
        where l.merchant_id = scope.merchant_id and l.environment = scope.environment
          and l.name = any(movable) and not (o.name = any(movable))
      );
      exit when cardinality(blocked) = 0;
      movable := array(select unnest(movable) except select unnest(blocked));
    end loop;
    for moved in
      select name, number, 9007199254740991 - number as spare from api_pix_lots
      where merchant_id = scope.merchant_id and environment = scope.environment
        and name = any(movable)
    loop
      update api_pix_lots set number = moved.spare
      where merchant_id = scope.merchant_id and environment = scope.environment
        and name = moved.name;
      update api_pix_lot_lines set lot = moved.spare
      where merchant_id = scope.merchant_id and environment = scope.environment
        and lot = moved.number;
    end loop;
    for moved in
      select name, number from api_pix_lots
      where merchant_id = scope.merchant_id and environment = scope.environment
        and name = any(movable)
    loop
      update api_pix_lots set number = moved.name::bigint
      where merchant_id = scope.merchant_id and environment = scope.environment
        and name = moved.name;
      update api_pix_lot_lines set lot = moved.name::bigint
      where merchant_id = scope.merchant_id and environment = scope.environment
        and lot = moved.number;
    end loop;
  end loop;
end
$$;
