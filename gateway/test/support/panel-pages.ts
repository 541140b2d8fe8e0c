import { type ListedPage, readPages } from '../../../panel/build/read-pages.ts';

/** A page of the panel: a name for its screenshot, and its path. */
export interface PanelPage {
  readonly name: string;
  readonly path: string;
}

/** Pages that need the token of a mailed link. */
const TOKEN_PAGES = ['/nova-senha', '/convite'];

export const LOGGED_OUT_PAGES: readonly PanelPage[] = pagesOf('', '').map(({ name, path }) => ({
  name,
  path: TOKEN_PAGES.includes(path) ? `${path}#token` : path,
}));

/** The merchants' pages, with the addresses of charges and webhooks of the demo. */
export function merchantPages(demo: {
  readonly chargeIds: readonly string[];
  readonly webhookIds: readonly string[];
}): PanelPage[] {
  return [
    ...pagesOf('/painel', ''),
    { name: 'transacao-paga', path: `/painel/transacoes/${demo.chargeIds.at(-3)}` },
    { name: 'transacao-pendente', path: `/painel/transacoes/${demo.chargeIds.at(-1)}` },
    { name: 'webhook', path: `/painel/webhooks/${demo.webhookIds.at(-1)}` },
  ];
}

export const OPERATOR_PAGES: readonly PanelPage[] = [
  ...pagesOf('/operador', 'operador-'),
  { name: 'operador-manual', path: '/operador/manual/alerts' },
  { name: 'operador-lojista', path: '/operador/lojistas/cafe-aurora' },
];

/** The listed pages whose addresses have no part that varies. */
function pagesOf(home: ListedPage['home'], prefix: string): PanelPage[] {
  return readPages()
    .filter((page) => page.home === home && !page.address.includes('$'))
    .map(({ address }) => ({
      name: `${prefix}${address === home ? 'inicio' : address.slice(home.length + 1)}`,
      path: address,
    }));
}
