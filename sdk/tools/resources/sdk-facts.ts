import type { SdkCall } from '../../../gateway/src/host/reference/sdk-calls.ts';

/** A class of the SDKs: what it says, and the names that differ from those of the document. */
interface ResourceFacts {
  readonly doc?: string;
  /** By default the last part of the resource's name, in PascalCase. */
  readonly className?: string;
  /** The first parameter of its paths. */
  readonly id?: string;
}

/** The resources by their names in SDK_CALLS; '' is the client, which has all others. */
export const RESOURCES: Readonly<Record<string, ResourceFacts>> = {
  '': { className: 'Client', doc: 'Os recursos da API.' },
  transactions: { doc: 'Cobranças e saques, dos mais novos aos mais antigos.' },
  customers: { doc: 'Quem paga as suas cobranças: cada CPF ou CNPJ.' },
  payer_mails: { doc: 'Lembretes e comprovantes por e-mail aos pagadores.', id: 'charge_id' },
  statement: {
    className: 'AccountStatement',
    doc: 'O extrato de uma conta, dos lançamentos mais antigos aos mais novos.',
  },
  refunds: {
    doc: 'Devoluções de todas as cobranças. O método `refund` das cobranças pede uma.',
    id: 'internal_id',
  },
  closings: { doc: 'Fechamentos que a loja recebe por e-mail.' },
  disputes: { doc: 'Contestações (MED).' },
  events: { doc: 'Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos.' },
  webhook_endpoints: { doc: 'Os endereços que recebem os seus eventos.' },
  charge_batches: { doc: 'Até 10.000 cobranças de uma vez.' },
  subscriptions: {
    doc: 'Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança.',
    id: 'internal_id',
  },
  payment_links: { doc: 'Páginas em que o próprio pagador cria a cobrança.' },
  products: { doc: 'O que os links de pagamento vendem.' },
  requests: { doc: 'As requisições que os seus programas fazem com esta chave.' },
  test: { className: 'TestTools', doc: 'Só com chaves de teste.', id: 'internal_id' },
  'test.clocks': {
    className: 'TestClocks',
    doc: 'Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança.',
  },
  'test.webhook_exams': { doc: 'Exames do programa que recebe os seus webhooks.' },
};

/** The docstrings of methods that read all pages; all other methods share one. */
export const ITERATE_DOCS: Readonly<Record<string, string>> = {
  statement: 'Todos os lançamentos do período. A `sequence` do último serve de `cursor`.',
  events:
    'Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`.',
};

/** A method of an operation; a second one, for one type of the answer, has a summary of its own. */
export interface MethodFacts extends SdkCall {
  readonly type?: string;
  readonly summary?: string;
}

/** The second methods of operations. */
export const OTHER_CALLS: Readonly<Record<string, readonly MethodFacts[]>> = {
  getTransaction: [
    { method: 'charges.retrieve', type: 'Charge', summary: 'Lê uma cobrança' },
    { method: 'payouts.retrieve', type: 'Payout', summary: 'Lê um saque' },
  ],
};

/** The method that reads again until the status is no longer `advancing`. */
export const SETTLED = 'test.clocks.advance';

/** Methods that take a time-out for the call in Python and PHP. */
export const WITH_TIMEOUT: readonly string[] = [
  'charges.create',
  'charges.refund',
  'payouts.create',
];
