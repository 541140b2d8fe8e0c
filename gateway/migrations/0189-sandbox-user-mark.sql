-- Each start and each command checked the password of the sandbox's user with scrypt, which takes
-- 0.1 s of processor time. This mark tells that the same password was checked against the same hash.
alter table public.installation add column sandbox_user_mark text;
