import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { newTxid, openStandardClient, TEST_KEY } from '../support/api-pix.ts';
import { extremesOf, requestFields, withField } from '../support/bcb/request-fields.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const gateway = await startGateway({ after });
const { keys } = await createMerchantWithKeys(gateway);
const client = await openStandardClient(gateway, keys);
const DUE = addDays(brazilianDayOf(gateway.clock.now()), 30);
const PERSON = { cpf: '52998224725', nome: 'Ana Teste' };
const ADDRESS = { logradouro: 'Rua 1', cidade: 'Recife', uf: 'PE', cep: '50030230' };
const COB = {
  calendario: { expiracao: 3600 },
  valor: { original: '10.00' },
  chave: TEST_KEY,
  devedor: PERSON,
  solicitacaoPagador: 'Pedido 1',
  infoAdicionais: [{ nome: 'Mesa', valor: '7' }],
};
const COBV = {
  ...COB,
  calendario: { dataDeVencimento: DUE },
  devedor: { ...PERSON, email: 'ana@casa.example', ...ADDRESS },
  valor: {
    original: '1000.00',
    multa: { modalidade: 1, valorPerc: '2.00' },
    juros: { modalidade: 1, valorPerc: '1.00' },
    abatimento: { modalidade: 1, valorPerc: '1.00' },
  },
};
const REC = {
  vinculo: { contrato: '63100862', devedor: PERSON, objeto: 'Assinatura' },
  calendario: { dataInicial: DUE, dataFinal: addDays(DUE, 400), periodicidade: 'MENSAL' },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'NAO_PERMITE',
};
const COBR = {
  idRec: 'RN9999999920261124abcdefghijk',
  infoAdicional: 'Plano',
  ajusteDiaUtil: true,
  calendario: { dataDeVencimento: DUE },
  valor: { original: '35.00' },
  recebedor: { agencia: '1', conta: '123', tipoConta: 'CORRENTE' },
  devedor: { email: 'ana@casa.example', ...ADDRESS },
};
const SOLICREC = {
  idRec: COBR.idRec,
  calendario: { dataExpiracaoSolicitacao: `${DUE}T12:00:00Z` },
  destinatario: { agencia: '1', conta: '123', cpf: PERSON.cpf, ispbParticipante: '99999999' },
};

/** Why values of a field are refused although its schema allows them. */
const REFUSED: Readonly<Record<string, string>> = {
  chave: 'only the merchant’s own keys, as the document says in words',
  'devedor.nome': 'a payer has a name',
  'vinculo.devedor.nome': 'a payer has a name',
  'vinculo.contrato': 'the payer’s bank shows it',
  'recebedor.conta': 'an account has a number',
  'destinatario.conta': 'an account has a number',
  'devedor.email': 'one address, to which receipts are sent',
  'devedor.uf': 'the letters of a state, whose holidays count',
  'devedor.cep': 'eight digits',
  'valor.modalidadeAlteracao': 'every charge has a fixed amount',
  'valor.retirada': 'there is no Pix Saque',
  'valor.desconto.modalidade': 'a discount has a value too',
};

const OPERATIONS = [
  ['PUT', '/cob/{txid}', COB],
  ['PUT', '/cobv/{txid}', COBV],
  ['POST', '/rec', REC],
  ['PUT', '/cobr/{txid}', COBR],
  ['POST', '/solicrec', SOLICREC],
] as const;

for (const [method, path, body] of OPERATIONS) {
  test(`${method} ${path} takes the extreme values of the document, but listed ones`, async () => {
    const at = () => path.replace('{txid}', newTxid());
    const whole = await client.call(method, at(), body);
    assert.notEqual(whole.status, 400, whole.text);
    const refused: string[] = [];
    for (const field of requestFields(method, path)) {
      for (const value of extremesOf(field)) {
        const answer = await client.call(method, at(), withField(body, field.path, value));
        const name = field.path.join('.');
        const isListed = Object.keys(REFUSED).some((one) => `${name}.`.startsWith(`${one}.`));
        if (answer.status >= 500 || (answer.status === 400 && !isListed)) {
          refused.push(`${name} ${JSON.stringify(value)} ${answer.text}`);
        }
      }
    }
    assert.deepEqual(refused, []);
  });
}
