import { type ErrorHelp, help } from './error-help.ts';

/** The errors of payment links. */
export const paymentLinkErrors = {
  payment_link_not_found: help(
    'never',
    'O link é de outra conta ou do outro ambiente, ou o identificador está incompleto.',
    'Liste com `GET /v1/payment-links`.',
  ),
  payment_link_closed: help(
    'after_change',
    'O link está pausado, ou `expires_at` já passou. Quem abre a página do link vê um aviso.',
    'Reative com `PATCH /v1/payment-links/{id}` e `status: "active"`, ou mude `expires_at`.',
  ),
  payment_link_sold_out: help(
    'after_change',
    'Todas as unidades do estoque foram pagas ou estão em cobranças que ainda podem ser pagas.',
    'Espere: uma cobrança que expira devolve a unidade. Ou aumente `stock`.',
  ),
  too_many_payment_links: help(
    'never',
    'O ambiente já tem 10.000 links. Um link para cada venda não é preciso: o mesmo link serve a muitos pagadores.',
    'Use os links que existem, ou crie cobranças com `POST /v1/pix/qrcode`.',
  ),
  product_not_found: help(
    'never',
    'O produto é de outra conta ou do outro ambiente, ou o identificador está incompleto.',
    'Liste com `GET /v1/products`.',
  ),
  too_many_products: help(
    'never',
    'O ambiente já tem 1.000 produtos.',
    'Mude um produto que não é mais vendido, com `PATCH /v1/products/{id}`.',
  ),
  image_invalid: help(
    'after_change',
    'O arquivo não começa como PNG, JPEG ou WebP, ou tem mais de 4096 pixels de largura ou altura.',
    'Exporte a imagem em um desses formatos, com até 4096 pixels de cada lado.',
  ),
  image_too_large: help(
    'after_change',
    'O arquivo tem mais de 512 KB.',
    'Diminua a imagem: 1200 pixels de largura bastam para a página do link.',
  ),
} as const satisfies Readonly<Record<string, ErrorHelp>>;
