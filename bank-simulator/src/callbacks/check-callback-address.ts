import type { Bank } from '../bank/bank.ts';
import { BankRefusal, type RefusalKind, refuseField } from '../bank/refusal.ts';
import type { BankCertificates } from '../certificates/make-certificates.ts';
import { type PostResult, post } from './post.ts';

const TEST_BODY = JSON.stringify({ evento: 'teste_webhook' });

interface UrlRule {
  readonly invalid: RefusalKind;
  readonly field: string;
}

const PIX_RULE: UrlRule = { invalid: 'webhookInvalid', field: 'webhook.webhookUrl' };

/** Refuses an address that can't receive call-backs. Throws BankRefusal. */
export function checkCallbackUrl(url: string, { invalid, field }: UrlRule = PIX_RULE): void {
  const parsed = URL.parse(url);
  if (parsed !== null && ['http:', 'https:'].includes(parsed.protocol)) return;
  throw refuseField(invalid, field, 'URL inválida');
}

/**
 * Efí's test at registration: the address, without `/pix`, must answer 2xx to a request, and must
 * refuse one without the bank's certificate, unless that check is skipped. Throws BankRefusal.
 */
export async function checkCallbackAddress(
  bank: Bank,
  certificates: BankCertificates,
  { url, skipsMutualTls }: { readonly url: string; readonly skipsMutualTls: boolean },
): Promise<void> {
  const options = {
    body: TEST_BODY,
    timeoutMs: bank.settings.callbackTimeoutMs,
    authorities: [certificates.authority.cert, ...bank.settings.callbackAuthorities],
  };
  if (url.startsWith('https:') && !skipsMutualTls) {
    const stranger = await post(url, { ...options, certificate: undefined });
    if (isSuccess(stranger)) {
      refuse('A autenticação de TLS mútuo não está configurada na URL informada');
    }
  }
  const result = await post(url, { ...options, certificate: certificates.client });
  if (isSuccess(result)) return;
  if ('status' in result) refuse(`A URL informada respondeu com o código HTTP ${result.status}`);
  if (result.error === 'TimeoutError') {
    refuse('A URL informada atingiu o tempo limite de resposta');
  }
  refuse(`A requisição na URL informada falhou com o erro: ${result.error}`);
}

function isSuccess(result: PostResult): boolean {
  return 'status' in result && result.status >= 200 && result.status < 300;
}

function refuse(message: string): never {
  const violation = { razao: message, propriedade: 'webhook.webhookUrl' };
  throw new BankRefusal('webhookUnreachable', message, [violation]);
}
