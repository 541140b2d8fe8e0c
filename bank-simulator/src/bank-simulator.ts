import { revokeTokens } from './api/access.ts';
import { type ApiServer, createApiServer } from './api/api-server.ts';
import { addChargeRoutes } from './api/charge-routes.ts';
import { addPaymentRoutes } from './api/payment-routes.ts';
import { addPayoutRoutes } from './api/payout-routes.ts';
import { addRequestHooks } from './api/request-hooks.ts';
import { createRequestLog, type LoggedRequest, type RequestLog } from './api/request-log.ts';
import { addTokenRoutes } from './api/token-routes.ts';
import { addWebhookRoutes } from './api/webhook-routes.ts';
import { type Bank, openAgenda } from './bank/bank.ts';
import { createFaultList, type FaultList } from './bank/faults.ts';
import { type PaymentOptions, pay, receive } from './bank/payments.ts';
import { ACCOUNT_INVALID } from './bank/payout-menu.ts';
import { returnPayout, settleDuePayouts, settlePayout } from './bank/payouts.ts';
import { workOffQueue } from './bank/queue.ts';
import { MED_NATURE, settleDueRefunds, takeBack } from './bank/refunds.ts';
import { createCallbackSender } from './callbacks/callback-sender.ts';
import { openCertificates } from './certificates/certificate-folder.ts';
import {
  type BankCertificates,
  type CertificatePair,
  issueCertificate,
} from './certificates/make-certificates.ts';
import { startControlServer } from './control/control-server.ts';
import { type BankSimulatorOptions, completeSettings, type Settings } from './settings.ts';
import { accountOf, openBankState } from './state/bank-state.ts';
import type {
  Callback,
  Charge,
  Payout,
  PayoutError,
  PayoutReturn,
  ReceivedPayment,
  Refund,
} from './state/records.ts';
import { noStateFile, openStateFile } from './state/state-store.ts';

/** What the bank remembers, as it is now. Amounts in centavos, instants in milliseconds. */
export interface BankSnapshot {
  readonly charges: readonly Charge[];
  readonly payments: readonly ReceivedPayment[];
  readonly refunds: readonly (Refund & { readonly endToEndId: string })[];
  readonly payouts: readonly Payout[];
  readonly callbacks: readonly Callback[];
  readonly balance: bigint;
}

/** A bank that runs. */
export interface BankSimulator {
  /** Of the API, https; `/v2/...` and `/oauth/token` stand below it. */
  readonly url: string;
  /** Of the page and of `/control`, plain HTTP. */
  readonly controlUrl: string;
  /** The authority that the server's certificate stands on, as PEM. */
  readonly authority: string;
  readonly clientCertificate: CertificatePair;
  /** The same with an empty passphrase. */
  readonly clientPkcs12: Buffer;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly pixKey: string;
  readonly settings: Settings;
  readonly faults: FaultList;
  readonly requestLog: RequestLog;
  snapshot(): BankSnapshot;
  charge(txid: string): Charge | undefined;
  payment(endToEndId: string): ReceivedPayment | undefined;
  payout(id: string): Payout | undefined;
  /** Pays a charge by its code or txid, or a static code of our key. */
  pay(codeOrTxid: string, options?: PaymentOptions): ReceivedPayment;
  /** Money that no charge asked for; with a txid as from a static code. */
  receiveWithoutCharge(amount: bigint, txid?: string): ReceivedPayment;
  /** The special mechanism (MED) takes money of a payment back; or its owner, by the nature. */
  takeBack(endToEndId: string, amount: bigint, nature?: string): Refund;
  /** Ends a payout now: REALIZADO, or NAO_REALIZADO with the error (`AC03` for `true`). */
  settlePayout(id: string, error?: PayoutError | true): Payout;
  /** The receiver gives money of a payout back. */
  returnPayout(id: string, amount: bigint): PayoutReturn;
  revokeTokens(): void;
  /** Does what waits by the fault `queued`; returns how many orders that were. */
  workOffQueue(): number;
  /** A certificate of our authority for 127.0.0.1, for a server that is called back. */
  issueCertificate(commonName: string): Promise<CertificatePair>;
  /** Does what is due by the clock, and waits for the call-backs that it sends. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

export type { FaultKind, FaultList, FaultOrder } from './bank/faults.ts';
export { PaymentImpossible } from './bank/payments.ts';
export { PAYOUT_MENU } from './bank/payout-menu.ts';
export { type BankSimulatorOptions, EFI_CALLBACK_PAUSES_MS } from './settings.ts';
export type * from './state/records.ts';
export type { LoggedRequest };

/** Starts a bank with one account: its API with mutual TLS, and the control door. */
export async function startBankSimulator(
  options: BankSimulatorOptions = {},
): Promise<BankSimulator> {
  const settings = completeSettings(options);
  const certificates = await openCertificates(settings.certificateFolder);
  const { stateFile } = settings;
  const store = stateFile === undefined ? noStateFile : openStateFile(stateFile);
  const state = openBankState(store, settings.openingBalance);
  const faults = createFaultList(settings.seed);
  const agenda = openAgenda(state);
  const bank: Bank = { settings, state, faults, agenda, queue: new Map() };
  const requestLog = createRequestLog();
  const server = createApiServer(bank, certificates);
  addRoutes(server, bank, certificates, requestLog);
  const url = await server.listen({ host: settings.host, port: settings.port });
  const life = startTicking(bank, certificates);
  const handle = describeBank(bank, certificates, requestLog);
  const controlled = { ...handle, url, runDue: life.runDue };
  const control = await startControlServer(controlled);
  async function stop(): Promise<void> {
    await life.end();
    await Promise.all([server.close(), control.close()]);
    state.close();
  }
  let stopped: Promise<void> | undefined;
  return {
    ...controlled,
    controlUrl: control.url,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function addRoutes(
  server: ApiServer,
  bank: Bank,
  certificates: BankCertificates,
  log: RequestLog,
): void {
  addRequestHooks(server, bank, log);
  addTokenRoutes(server, bank);
  addChargeRoutes(server, bank);
  addPaymentRoutes(server, bank);
  addWebhookRoutes(server, bank, certificates);
  addPayoutRoutes(server, bank);
}

/** Looks again and again for what is due; how late it is decides the clock, not the timer. */
function startTicking(bank: Bank, certificates: BankCertificates) {
  const sender = createCallbackSender(bank, certificates);
  function tick(): void {
    settleDuePayouts(bank);
    settleDueRefunds(bank);
    sender.sendDue();
  }
  const timer = setInterval(tick, bank.settings.tickMs);
  return {
    async runDue(): Promise<void> {
      tick();
      await sender.settle();
    },
    async end(): Promise<void> {
      clearInterval(timer);
      await sender.stop();
    },
  };
}

type BankHandle = Omit<BankSimulator, 'url' | 'controlUrl' | 'runDue' | 'stop'>;

function describeBank(
  bank: Bank,
  certificates: BankCertificates,
  requestLog: RequestLog,
): BankHandle {
  const { settings, state, faults } = bank;
  return {
    authority: certificates.authority.cert,
    clientCertificate: certificates.client,
    clientPkcs12: certificates.clientPkcs12,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    pixKey: settings.pixKey,
    settings,
    faults,
    requestLog,
    snapshot: () => takeSnapshot(bank),
    charge: (txid) => state.charges.get(txid),
    payment: (endToEndId) => state.payments.get(endToEndId),
    payout: (id) => state.payouts.get(id),
    pay: (codeOrTxid, options) => pay(bank, codeOrTxid, options),
    receiveWithoutCharge: (amount, txid) => receive(bank, { amount, txid }),
    takeBack: (endToEndId, amount, nature = MED_NATURE) =>
      takeBack(bank, endToEndId, { amount, nature }),
    settlePayout: (id, error) => settlePayout(bank, id, error === true ? ACCOUNT_INVALID : error),
    returnPayout: (id, amount) => returnPayout(bank, id, amount),
    revokeTokens: () => revokeTokens(bank),
    workOffQueue: () => workOffQueue(bank),
    issueCertificate: (commonName) => issueCertificate(certificates.authority, commonName),
  };
}

function takeSnapshot({ state }: Bank): BankSnapshot {
  const payments = state.payments.values();
  return {
    charges: state.charges.values(),
    payments,
    refunds: payments.flatMap(({ endToEndId, refunds }) =>
      refunds.map((refund) => ({ ...refund, endToEndId })),
    ),
    payouts: state.payouts.values(),
    callbacks: state.callbacks.values(),
    balance: accountOf(state).balance,
  };
}
