import { PixGateway } from 'pix-gateway-sdk';

let client;

/** Um só cliente. Não é criado com o módulo, que `next build` carrega sem as variáveis. */
export function pix() {
  client ??= new PixGateway({
    baseUrl: process.env.PIX_GATEWAY_URL,
    clientId: process.env.PIX_CLIENT_ID,
    clientSecret: process.env.PIX_CLIENT_SECRET,
  });
  return client;
}

// Numa loja de verdade, uma tabela do banco de dados. No Next cada rota tem a sua cópia do módulo.
globalThis.pedidos ??= new Map();
export const orders = globalThis.pedidos;
