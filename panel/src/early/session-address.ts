export const SESSION_ADDRESS = '/api/account/session';
