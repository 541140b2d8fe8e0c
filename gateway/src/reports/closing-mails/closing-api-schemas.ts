import { Type } from 'typebox';
import { LANGUAGES } from '#src/ground/http/language.ts';
import { pageCursor, pageLimit } from '#src/ground/schemas/query-schemas.ts';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { CLOSING_FORMATS } from './closing-mail.ts';
import { CLOSING_PERIODS } from './closing-period.ts';
import { CLOSING_MAIL_STATUSES } from './list-closing-mails.ts';

const Formats = Type.Array(oneOf(CLOSING_FORMATS), {
  description: 'Os arquivos em anexo.',
  examples: [['pdf', 'xlsx']],
});

const Recipient = Type.Object(
  {
    id: text('Identificador do endereço.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b77'),
    email: text('O endereço.', 'contador@contabil.example'),
    language: oneOf(LANGUAGES, { description: 'O idioma dos e-mails.', examples: ['pt-BR'] }),
    periods: Type.Array(oneOf(CLOSING_PERIODS), {
      description: 'Os fechamentos que recebe: do mês, da semana ou do dia.',
      examples: [['month']],
    }),
    confirmed_at: nullable(
      instant('Quando o endereço confirmou que quer receber; null enquanto não confirmou.'),
    ),
    next_at: nullable(instant('Quando o próximo fechamento é enviado.')),
  },
  { title: 'ClosingRecipient' },
);

export const ClosingSettingsAnswer = Type.Object(
  {
    formats: Formats,
    recipients: Type.Array(Recipient, { description: 'Quem recebe, do mais antigo ao mais novo.' }),
  },
  { title: 'ClosingSettings' },
);

/** A closing that was mailed to one address. */
export const MailedClosing = Type.Object(
  {
    id: text('Identificador do e-mail.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b78'),
    email: text('O endereço.', 'contador@contabil.example'),
    from: text('O primeiro dia do período, em Brasília.', '2026-11-01'),
    to: text('O último dia do período.', '2026-11-30'),
    formats: Formats,
    status: oneOf(CLOSING_MAIL_STATUSES, {
      description: 'waiting: ainda não saiu; sent: o servidor de e-mail aceitou; failed: recusado.',
      examples: ['sent'],
    }),
    created_at: instant('Quando foi escrito.'),
    sent_at: nullable(instant('Quando foi enviado.')),
  },
  { title: 'MailedClosing' },
);

export const MailedClosingPage = Type.Object(
  {
    data: Type.Array(MailedClosing, { description: 'Os fechamentos da página.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'O cursor da próxima página; null na última.',
      examples: ['MDE5YWEyZjQtN2MxZS03YjNhLTlkNTItM2YxYzhlNmE0Yjcw'],
    }),
  },
  { title: 'MailedClosingPage', description: 'Os mais novos primeiro.' },
);

export const MailedClosingQuery = Type.Object({
  limit: pageLimit('Quantos por página.'),
  cursor: pageCursor(),
});
