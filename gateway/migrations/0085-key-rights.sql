-- What a key pair may do, and from where: its scopes and its network addresses. Null, as for all key
-- pairs so far, means every scope and every address.
alter table credentials
  add column scopes text[] check (
    cardinality(scopes) > 0
    and scopes <@ array[
      'charges:read', 'charges:write', 'refunds:read', 'refunds:write', 'payouts:read',
      'payouts:write', 'transfers:read', 'transfers:write', 'disputes:read', 'disputes:write',
      'webhooks:read', 'webhooks:write', 'balance:read'
    ]
  ),
  add column addresses inet[] check (cardinality(addresses) between 1 and 50);
