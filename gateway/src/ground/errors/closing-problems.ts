import { problem } from './problem.ts';

/** The errors of closings by mail. */
export const closingProblems = {
  closing_recipient_not_found: problem(404, 'never', {
    pt: 'Este endereço não recebe os fechamentos.',
    en: 'This address doesn’t get the closings.',
    cause: 'O endereço foi removido, cancelou o recebimento ou, ao reenviar o link, já confirmou.',
    remedy: 'Abra **Fechamentos** de novo e confira a lista.',
  }),
  closing_recipient_exists: problem(409, 'never', {
    pt: 'Este endereço já está na lista.',
    en: 'This address is already in the list.',
    cause: 'O endereço já recebe os fechamentos ou ainda não confirmou.',
    remedy: 'Mude os envios dele na lista ou reenvie o link de confirmação.',
  }),
  too_many_closing_recipients: problem(422, 'after_change', {
    pt: 'Os fechamentos vão para no máximo 10 endereços. Remova um antes de incluir outro.',
    en: 'Closings go to at most 10 addresses. Remove one before you add another.',
    cause: 'A lista já tem 10 endereços.',
    remedy: 'Remova um endereço que não precisa mais dos fechamentos.',
  }),
};
