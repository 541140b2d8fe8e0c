import { type Check, failure, ok, reasonOf, skipped } from './finding.ts';

const TIMEOUT_MS = 8_000;

/** Whether the mail server greets and takes the log-in. Sends nothing. */
export const mailCheck: Check = {
  name: 'mail',
  limitMs: 12_000,
  run: async ({ config: { smtp } }) => {
    if (!smtp) return [skipped('sem SMTP_URL os e-mails ficam em "Mensagens", no painel')];
    const { createTransport } = await import('nodemailer');
    const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };
    const transport = createTransport({ url: smtp.url, ...times, socketTimeout: TIMEOUT_MS });
    try {
      await transport.verify();
      return [ok(`o servidor ${new URL(smtp.url).host} atende e aceita o acesso`)];
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'EAUTH';
      return [
        failure(
          `o servidor de e-mail falhou: ${reasonOf(error)}`,
          isRefused
            ? 'confira usuário e senha de SMTP_URL; caracteres especiais vão codificados (%40)'
            : 'confira servidor, porta e smtp/smtps de SMTP_URL, e se a rede deixa passar',
        ),
      ];
    } finally {
      transport.close();
    }
  },
};
