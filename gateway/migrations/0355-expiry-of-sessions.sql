-- Expired sessions are deleted, oldest first; this index finds them.
create index session_by_expiry on auth."session" ("expiresAt");
