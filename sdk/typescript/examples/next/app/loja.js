import { PixGateway } from 'pix-gateway-sdk';

/** Um só cliente para todas as rotas. */
export const pix = new PixGateway({
  baseUrl: process.env.PIX_GATEWAY_URL,
  clientId: process.env.PIX_CLIENT_ID,
  clientSecret: process.env.PIX_CLIENT_SECRET,
});

// Numa loja de verdade, uma tabela do banco de dados: no Next as rotas não dividem a memória.
export const orders = new Map();
