import type { Bank } from '../bank/bank.ts';
import { issueToken } from './access.ts';
import type { ApiServer } from './api-server.ts';

/** Banks have the token at one of these paths. */
const PATHS = ['/oauth/token', '/oauth/v2/token'];

export function addTokenRoutes(server: ApiServer, bank: Bank): void {
  for (const path of PATHS) {
    server.post(path, { config: { operation: 'requestToken' } }, async (request) => {
      const token = issueToken(bank, request);
      return {
        access_token: token.value,
        token_type: 'Bearer',
        expires_in: bank.settings.tokenLifetimeSeconds,
        scope: token.scopes.join(' '),
      };
    });
  }
}
