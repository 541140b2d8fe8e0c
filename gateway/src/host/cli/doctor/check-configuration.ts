import { type Config, ConfigError, loadConfig } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { isLoopbackHost } from '#src/ground/config/exposure.ts';
import { misspeltSettings } from '#src/ground/config/misspelt-settings.ts';
import { type Check, type Found, failure, ok, warning } from './finding.ts';

const FAULTS_MAX = 50;
const ADVICE =
  'corrija a variável no .env, no serviço ou no contêiner (docs/operating/configuration.md)';

/** Every wrong variable, not only the first one; empty when the configuration can be used. */
export function faultsOf(environment: Environment): readonly Found[] {
  const left = { ...environment };
  const faults: Found[] = [];
  while (faults.length < FAULTS_MAX) {
    const message = faultOf(left);
    if (message === undefined) break;
    const [name = ''] = /^[A-Z][A-Z0-9_]+/.exec(message) ?? [];
    const isNew = left[name] !== undefined || environment[name] === undefined;
    if (isNew) faults.push(failure(message, ADVICE));
    // To find the next fault, the wrong variable is removed, or the variable that requires it.
    const [, demanding = ''] = / é obrigatória com (\w+)/.exec(message) ?? [];
    const taken = left[name] === undefined ? demanding : name;
    if (left[taken] === undefined) break;
    delete left[taken];
  }
  return faults;
}

/** Variables that nothing reads, each with the one that was probably meant. */
export function misspeltIn(environment: Environment): readonly Found[] {
  return misspeltSettings(environment).map(({ name, nearest }) =>
    warning(`${name} não existe e não é lida`, `o nome certo é provavelmente ${nearest}`),
  );
}

function faultOf(environment: Environment): string | undefined {
  try {
    loadConfig(environment);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Warns about allowed settings that an operator probably doesn't want. */
export const configurationCheck: Check = {
  name: 'configuration',
  limitMs: 2_000,
  run: async ({ config }) => {
    const found = [...exposureFindings(config), ...proxyFindings(config), ...moneyFindings(config)];
    const valid = [ok('todas as variáveis são válidas')];
    return [...(found.length > 0 ? found : valid), ...sandboxFindings(config)];
  },
};

/** Says that the public sandbox is open. It moves no real money, so this is no warning. */
export function sandboxFindings({ isProduction, sandbox }: Config): Found[] {
  if (!isProduction || !sandbox.isOpen) return [];
  const opened = 'a demonstração pública (sandbox) está aberta: qualquer pessoa usa as suas chaves';
  return [ok(`${opened} e o seu acesso ao painel, sem dinheiro real; SANDBOX=off a fecha`)];
}

function exposureFindings({ isExposed, isProduction, baseUrl }: Config): Found[] {
  const isHttps = baseUrl.startsWith('https:');
  const found: Found[] = [];
  if (isExposed && !isHttps) {
    found.push(
      warning(
        'outras máquinas alcançam o gateway sem https: senhas e chaves passam abertas',
        'ponha um proxy com https à frente e defina BASE_URL com o endereço dele',
      ),
    );
  }
  if (isHttps && !isProduction) {
    found.push(
      warning(
        'BASE_URL é pública e NODE_ENV não é production: webhooks podem ir por http',
        'defina NODE_ENV=production',
      ),
    );
  }
  return found;
}

/** Checks that limits and audit log see real addresses of clients, not forged ones. */
export function proxyFindings({ isExposed, baseUrl, trustProxy, host }: Config): Found[] {
  const found: Found[] = [];
  if (baseUrl.startsWith('https:') && trustProxy === false) {
    found.push(
      warning(
        `BASE_URL é https, ${host} atende http, e TRUST_PROXY é false: limites e auditoria veem ` +
          'o endereço do proxy em vez do endereço de cada cliente',
        'defina TRUST_PROXY com o endereço do proxy, como TRUST_PROXY=loopback',
      ),
    );
  }
  // A client that reaches the port directly writes the header itself.
  if (typeof trustProxy === 'number' && isExposed && !isLoopbackHost(host)) {
    found.push(
      warning(
        `TRUST_PROXY acredita em quem conecta em ${host}, também sem passar pelo proxy: limites, ` +
          'endereços permitidos e auditoria podem receber um endereço falso',
        'defina TRUST_PROXY com o endereço do proxy, como TRUST_PROXY=10.0.0.0/8',
      ),
    );
  }
  return found;
}

function moneyFindings({ bank, isProduction, smtp }: Config): Found[] {
  if (!bank) return [];
  const found: Found[] = [];
  if (!isProduction && bank.environment !== 'homologation') {
    found.push(
      warning('há um banco (PROVIDER) e NODE_ENV não é production', 'defina NODE_ENV=production'),
    );
  }
  if (!bank.accountHolder) {
    found.push(
      warning(
        'há um banco (PROVIDER) sem PROVIDER_ACCOUNT_NAME: a página de pagamento não diz quem o ' +
          'banco do pagador mostrará como recebedor',
        'defina PROVIDER_ACCOUNT_NAME e PROVIDER_ACCOUNT_DOCUMENT com o titular da conta no banco',
      ),
    );
  }
  if (!smtp) {
    found.push(
      warning(
        'há um banco (PROVIDER) e nenhum servidor de e-mail: os alertas não chegam a ninguém',
        'defina SMTP_URL e MAIL_FROM',
      ),
    );
  }
  return found;
}
