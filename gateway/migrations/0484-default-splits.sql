-- A key may have a split for charges whose requests can name none: those of the Central Bank's API.
alter table credentials add column default_split json;
