import type { Config } from '#src/ground/config/config.ts';

const WITHOUT_HTTPS = `
  Atenção: outras máquinas alcançam esta porta sem https, e por ela passam senhas e chaves.
  Ponha um proxy com https à frente e defina BASE_URL com o endereço dele.
`;

/** The text for a terminal after the start: addresses, sandbox keys, and a first call to try. */
export function startBanner(config: Config): string {
  const { baseUrl, sandbox } = config;
  const isOpenWithoutHttps = config.isExposed && baseUrl.startsWith('http:');
  return `
  pix-gateway está no ar

    Painel         ${config.appUrl}
    API            ${baseUrl}/v1
    Guia           ${baseUrl}/guia
    Documentação   ${baseUrl}/docs
${isOpenWithoutHttps ? WITHOUT_HTTPS : ''}
  Conta sandbox (pública, não move dinheiro):

    client-id      ${sandbox.clientId}
    client-secret  ${sandbox.clientSecret}
    painel         ${sandbox.email} / ${sandbox.password}

  Crie uma cobrança; ela é paga sozinha em ${sandbox.paymentDelaySeconds} s:

    curl ${baseUrl}/v1/pix/qrcode \\
      -H 'client-id: ${sandbox.clientId}' \\
      -H 'client-secret: ${sandbox.clientSecret}' \\
      -H 'Content-Type: application/json' \\
      -d '{"amount": 9990, "payer": {"name": "Maria Silva", "document": "12345678909"}}'

`;
}
