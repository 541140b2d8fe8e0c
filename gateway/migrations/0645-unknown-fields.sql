-- In each bucket. The record of a request names the fields of its body that the operation doesn't have.

alter table request_records add column unknown_fields text;
alter table request_log add column unknown_fields text;
