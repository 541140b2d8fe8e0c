-- Sessions that have expired are deleted, oldest first. Nothing deleted those that nobody used again.
create index session_by_expiry on auth."session" ("expiresAt");
