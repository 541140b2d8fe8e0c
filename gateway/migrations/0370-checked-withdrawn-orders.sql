-- In each bucket: a check that is not valid differs from that of a new bucket. This blocks no writer.
alter table payouts validate constraint payouts_withdrawn_check;
alter table refunds validate constraint refunds_withdrawn_check;
