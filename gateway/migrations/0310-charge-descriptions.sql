-- In each bucket: what a charge is for, in the merchant's words to the payer. Without a check, which
-- would read the whole table: the schema of the route limits the text.

alter table charges add column description text;
