import { Client } from './generated/resources.ts';
import { type ClientOptions, Http } from './http.ts';

/**
 * O cliente de um gateway, com um par de chaves. O prefixo da chave escolhe o ambiente. Os
 * métodos lançam `ApiError` quando o gateway recusa e `ApiConnectionError` quando não há resposta.
 */
export class PixGateway extends Client {
  constructor(options: ClientOptions) {
    super(new Http(options));
  }
}
