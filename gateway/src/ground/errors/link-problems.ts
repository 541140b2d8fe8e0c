import type { Problem } from './problem-facts.ts';

/** The refusals of operations on payment links. */
export const linkProblems = {
  payment_link_not_found: { status: 404, message: 'Link de pagamento não encontrado.' },
  payment_link_closed: {
    status: 409,
    message: 'O link de pagamento está pausado ou o prazo dele terminou.',
  },
  payment_link_sold_out: { status: 409, message: 'O estoque do link de pagamento acabou.' },
  too_many_payment_links: {
    status: 422,
    message: 'Um ambiente pode ter no máximo 10.000 links de pagamento.',
  },
  product_not_found: { status: 404, message: 'Produto não encontrado.' },
  too_many_products: { status: 422, message: 'Um ambiente pode ter no máximo 1.000 produtos.' },
  image_invalid: {
    status: 415,
    message: 'Envie uma imagem PNG, JPEG ou WebP, com até 4096 pixels de cada lado.',
  },
  image_too_large: {
    status: 413,
    message: 'A imagem tem mais de 512 KB. Envie uma imagem menor.',
  },
} as const satisfies Record<string, Problem>;
