-- Keys may be allowed to read customers and to erase their data.
alter table credentials drop constraint credentials_scopes_check;
alter table credentials add constraint credentials_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['charges:read', 'charges:write',
    'refunds:read', 'refunds:write', 'payouts:read', 'payouts:write', 'transfers:read',
    'transfers:write', 'disputes:read', 'disputes:write', 'webhooks:read', 'webhooks:write',
    'balance:read', 'payment_links:read', 'payment_links:write', 'customers:read',
    'customers:write']);
