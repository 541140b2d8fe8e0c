import type { Bank } from '../bank/bank.ts';
import { issueToken } from './access.ts';
import type { ApiServer } from './api-server.ts';

export function addTokenRoutes(server: ApiServer, bank: Bank): void {
  server.post('/oauth/token', { config: { operation: 'requestToken' } }, async (request) => {
    const token = issueToken(bank, request);
    return {
      access_token: token.value,
      token_type: 'Bearer',
      expires_in: bank.settings.tokenLifetimeSeconds,
      scope: token.scopes.join(' '),
    };
  });
}
