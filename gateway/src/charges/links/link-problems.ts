import { problem } from '#src/ground/errors/problem.ts';

/** The errors of payment links and products. */
export const linkProblems = {
  payment_link_not_found: problem(404, 'never', {
    pt: 'Link de pagamento não encontrado.',
    en: 'Payment link not found.',
    cause: 'O link é de outra conta ou do outro ambiente, ou o identificador está incompleto.',
    remedy: 'Liste com `GET /v1/payment-links`.',
  }),
  payment_link_closed: problem(409, 'after_change', {
    pt: 'O link de pagamento está pausado ou o prazo dele terminou.',
    en: 'The payment link is paused, or its time is over.',
    cause:
      'O link está pausado, ou `expires_at` já passou. Quem abre a página do link vê um aviso.',
    remedy:
      'Reative com `PATCH /v1/payment-links/{id}` e `status: "active"`, ou mude `expires_at`.',
  }),
  payment_link_sold_out: problem(409, 'after_change', {
    pt: 'O estoque do link de pagamento acabou.',
    en: 'The payment link is sold out.',
    cause:
      'Todas as unidades do estoque foram pagas ou estão em cobranças que ainda podem ser pagas.',
    remedy: 'Espere: uma cobrança que expira devolve a unidade. Ou aumente `stock`.',
  }),
  payment_link_full: problem(409, 'wait', {
    pt: 'O link de pagamento já tem 5.000 cobranças em aberto.',
    en: 'The payment link has 5,000 open charges already.',
    cause:
      'As cobranças de um link com vencimento ficam em aberto até o pagamento ou o fim do prazo, ' +
      'e um link tem no máximo 5.000 delas.',
    remedy:
      'Cancele as que ninguém vai pagar, ou crie outro link. Cada cobrança que é paga, expira ou ' +
      'é cancelada abre lugar para outra.',
  }),
  due_date_with_stock: problem(422, 'after_change', {
    pt: 'Um link com vencimento não pode ter estoque.',
    en: 'A link with a due date can’t have a stock.',
    cause:
      'Uma cobrança com vencimento fica em aberto por dias ou semanas. Ela reservaria a unidade ' +
      'até o fim do prazo, e quem nunca paga esgotaria o estoque.',
    remedy:
      'Retire o estoque (`stock: null`) ou o vencimento (`due_in_days: null`). Para vender ' +
      'poucas unidades, use um link sem vencimento, em que a reserva dura 30 minutos.',
  }),
  too_many_payment_links: problem(422, 'never', {
    pt: 'Um ambiente pode ter no máximo 10.000 links de pagamento.',
    en: 'An environment can have at most 10,000 payment links.',
    cause:
      'O ambiente já tem 10.000 links. Um link para cada venda não é preciso: o mesmo link serve ' +
      'a muitos pagadores.',
    remedy: 'Use os links que existem, ou crie cobranças com `POST /v1/pix/qrcode`.',
  }),
  product_not_found: problem(404, 'never', {
    pt: 'Produto não encontrado.',
    en: 'Product not found.',
    cause: 'O produto é de outra conta ou do outro ambiente, ou o identificador está incompleto.',
    remedy: 'Liste com `GET /v1/products`.',
  }),
  too_many_products: problem(422, 'never', {
    pt: 'Um ambiente pode ter no máximo 1.000 produtos.',
    en: 'An environment can have at most 1,000 products.',
    cause: 'O ambiente já tem 1.000 produtos.',
    remedy: 'Mude um produto que não é mais vendido, com `PATCH /v1/products/{id}`.',
  }),
  image_invalid: problem(415, 'after_change', {
    pt: 'Envie uma imagem PNG, JPEG ou WebP, com até 4096 pixels de cada lado.',
    en: 'Send an image in PNG, JPEG or WebP, of at most 4096 pixels a side.',
    cause:
      'O arquivo não começa como PNG, JPEG ou WebP, ou tem mais de 4096 pixels de largura ou ' +
      'altura.',
    remedy: 'Exporte a imagem em um desses formatos, com até 4096 pixels de cada lado.',
  }),
  image_too_large: problem(413, 'after_change', {
    pt: 'A imagem tem mais de 512 KB. Envie uma imagem menor.',
    en: 'The image has more than 512 KB. Send a smaller one.',
    cause: 'O arquivo tem mais de 512 KB.',
    remedy: 'Diminua a imagem: 1200 pixels de largura bastam para a página do link.',
  }),
};
