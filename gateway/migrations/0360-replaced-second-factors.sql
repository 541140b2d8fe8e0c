-- When a user's second factor was turned off or set up again: production money waits a day after it.

alter table auth."user" add column "factorReplacedAt" timestamptz;
