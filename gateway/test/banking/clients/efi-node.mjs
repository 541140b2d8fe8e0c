// Drives a bank with Efí's SDK for Node: charges, a lot, locations, a payment, a webhook.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { BANK_URL, CONTROL_URL, CLIENT_ID, CLIENT_SECRET, CERTIFICATE, PIX_KEY, DUE_DATE, CLIENTS } =
  process.env;
/** What to drive: a bank may not have all of it. */
const PARTS = process.env.PARTS.split(' ');
const require = createRequire(join(CLIENTS, 'program.js'));
const entry = require.resolve('sdk-node-apis-efi');
const EfiPay = require(entry);
// The SDK has no setting for the address.
const { endpoints } = require(join(dirname(entry), 'internal/constants/endpoints.js'));
endpoints.APIS.PIX.URL.SANDBOX = BANK_URL;

const efi = new EfiPay({
  sandbox: true,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  certificate: CERTIFICATE,
  validateMtls: false,
});
const txid = (end) => `efinode0000000000000000000000${end}`;
const debtor = { cpf: '12345678909', nome: 'Francisco da Silva' };
const period = { inicio: '2020-01-01T00:00:00Z', fim: '2039-12-31T00:00:00Z' };
const facts = {};

const charge = {
  calendario: { expiracao: 3600 },
  devedor: debtor,
  valor: { original: '10.00' },
  chave: PIX_KEY,
};
const due = {
  calendario: { dataDeVencimento: DUE_DATE, validadeAposVencimento: 30 },
  devedor: { ...debtor, logradouro: 'Rua A, 1', cidade: 'Recife', uf: 'PE', cep: '70011750' },
  valor: {
    original: '123.45',
    multa: { modalidade: 2, valorPerc: '2.00' },
    juros: { modalidade: 2, valorPerc: '0.30' },
    desconto: { modalidade: 1, descontoDataFixa: [{ data: DUE_DATE, valorPerc: '3.45' }] },
  },
  chave: PIX_KEY,
};

const drive = {
  async cob() {
    facts.immediate = (await efi.pixCreateImmediateCharge(charge)).status;
    facts.charge = (await efi.pixCreateCharge({ txid: txid('01') }, charge)).pixCopiaECola;
    const change = { valor: { original: '11.00' } };
    facts.changed = (await efi.pixUpdateCharge({ txid: txid('01') }, change)).valor.original;
    facts.charges = (await efi.pixListCharges(period)).cobs.length;
    const error = await efi.pixDetailCharge({ txid: txid('99') }).catch((one) => one);
    facts.missing = error.nome ?? error.type;
  },
  async payment() {
    const paid = await fetch(`${CONTROL_URL}/control/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: facts.charge }),
    });
    const { endToEndId: e2eId } = await paid.json();
    const refund = { e2eId, id: 'D1' };
    facts.refund = (await efi.pixDevolution(refund, { valor: '4.00' })).valor;
    facts.refunded = (await efi.pixDetailDevolution(refund)).id;
    facts.received = (await efi.pixDetailReceived({ e2eId })).valor;
  },
  async cobv() {
    facts.due = (await efi.pixCreateDueCharge({ txid: txid('02') }, due)).status;
    const change = { valor: { original: '200.00' } };
    facts.revision = (await efi.pixUpdateDueCharge({ txid: txid('02') }, change)).revisao;
    facts.dueCharges = (await efi.pixListDueCharges(period)).cobs.length;
    facts.original = (await efi.pixDetailDueCharge({ txid: txid('02') })).valor.original;
  },
  async lotecobv() {
    const lot = { descricao: 'Turma A', cobsv: [{ txid: txid('03'), ...due }] };
    await efi.pixCreateDueChargeBatch({ id: '77' }, lot);
    facts.lot = (await efi.pixDetailDueChargeBatch({ id: '77' })).cobsv[0].txid === txid('03');
    facts.lots = (await efi.pixListDueChargeBatch(period)).lotes.length;
  },
  async loc() {
    const location = await efi.pixCreateLocation({ tipoCob: 'cob' });
    facts.location = (await efi.pixDetailLocation({ id: location.id })).tipoCob;
    const detail = await efi.pixDetailCharge({ txid: txid('01') });
    facts.freed = (await efi.pixUnlinkTxidLocation({ id: detail.loc.id })).id === detail.loc.id;
    facts.locations = (await efi.pixLocationList(period)).loc.length > 1;
  },
  async image() {
    const { loc } = await efi.pixCreateImmediateCharge(charge);
    facts.image = (await efi.pixGenerateQRCode({ id: loc.id })).imagemQrcode.slice(0, 11);
  },
  async webhook() {
    const webhookUrl = 'https://127.0.0.1:9/aviso';
    await efi.pixConfigWebhook({ chave: PIX_KEY }, { webhookUrl });
    facts.webhook = (await efi.pixDetailWebhook({ chave: PIX_KEY })).webhookUrl;
    facts.webhooks = (await efi.pixListWebhook(period)).webhooks.length;
    await efi.pixDeleteWebhook({ chave: PIX_KEY });
  },
  async pix() {
    facts.payments = (await efi.pixReceivedList(period)).pix.length;
  },
};
for (const part of PARTS) await drive[part]();
console.log(JSON.stringify(facts));
