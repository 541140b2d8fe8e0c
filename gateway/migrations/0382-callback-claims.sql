-- The process that claimed a call-back, so that the call-backs of a process that was killed are
-- handled at once and not when its claim expires.
alter table bank_callbacks add column claimed_by uuid;
