-- No feature adds jobs any more. The deliveries and questions that waited as jobs are due by their
-- own rows (0120, 0121), so the queue's tables can go.

drop schema if exists graphile_worker cascade;
