import type { Language } from '#src/ground/http/language.ts';

/** `ask`: one button is left to press. `done`: the address gets no more mails. */
export type UnsubscribeState = 'ask' | 'done' | 'unknown' | 'too_often' | 'away';

type PageText = (merchantName: string) => { readonly title: string; readonly text: string };
type UnsubscribeTexts = Readonly<Record<UnsubscribeState, PageText>> & { readonly button: string };

/** The texts of the page by which payers unsubscribe. */
export const unsubscribeTexts: Readonly<Record<Language, UnsubscribeTexts>> = {
  'pt-BR': {
    ask: (name) => ({
      title: 'Cancelar e-mails',
      text:
        `Quer deixar de receber lembretes e comprovantes de ${name} por e-mail? As suas ` +
        'cobranças continuam valendo.',
    }),
    button: 'Não quero mais receber',
    done: (name) => ({
      title: 'Pronto',
      text: `Você não receberá mais e-mails de ${name}.`,
    }),
    unknown: () => ({
      title: 'Link inválido',
      text: 'Abra de novo o link que está no fim do e-mail, por inteiro.',
    }),
    too_often: () => ({
      title: 'Muitas tentativas',
      text: 'Espere um minuto e tente de novo.',
    }),
    away: () => ({
      title: 'Não foi possível agora',
      text: 'Tente de novo em alguns minutos.',
    }),
  },
  en: {
    ask: (name) => ({
      title: 'Unsubscribe',
      text:
        `Do you want no more reminders and receipts of ${name} by e-mail? Your charges stay as ` +
        'they are.',
    }),
    button: 'Unsubscribe',
    done: (name) => ({ title: 'Done', text: `You will get no more e-mails of ${name}.` }),
    unknown: () => ({
      title: 'Invalid link',
      text: 'Open the whole link at the end of the e-mail again.',
    }),
    too_often: () => ({ title: 'Too many attempts', text: 'Wait a minute and try again.' }),
    away: () => ({ title: 'Not possible now', text: 'Try again in some minutes.' }),
  },
};
