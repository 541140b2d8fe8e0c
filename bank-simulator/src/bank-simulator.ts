import { revokeTokens } from './api/access.ts';
import { type ApiServer, createApiServer } from './api/api-server.ts';
import { addChargeRoutes } from './api/charge-routes.ts';
import { addDisputeRoutes } from './api/dispute-routes.ts';
import { readLotItem } from './api/due-charge-bodies.ts';
import { addDueChargeRoutes } from './api/due-charge-routes.ts';
import { addEventWebhookRoutes } from './api/event-webhook-routes.ts';
import { addLocationRoutes } from './api/location-routes.ts';
import { addLotRoutes } from './api/lot-routes.ts';
import { startPayloadServer } from './api/payload-server.ts';
import { addPaymentRoutes } from './api/payment-routes.ts';
import { addPayoutRoutes } from './api/payout-routes.ts';
import { addRecurrenceLocationRoutes } from './api/recurrence-location-routes.ts';
import { addRecurrenceRoutes } from './api/recurrence-routes.ts';
import { addRecurringChargeRoutes } from './api/recurring-charge-routes.ts';
import { addRequestHooks } from './api/request-hooks.ts';
import { createRequestLog, type RequestLog } from './api/request-log.ts';
import { addSolicitationRoutes } from './api/solicitation-routes.ts';
import { addTokenRoutes } from './api/token-routes.ts';
import { addWebhookRoutes } from './api/webhook-routes.ts';
import { type Bank, openAgenda } from './bank/bank.ts';
import { decideDispute, openDispute } from './bank/disputes.ts';
import { findDueCharge } from './bank/due-charges.ts';
import { createFaultList } from './bank/faults.ts';
import { settleDueLots } from './bank/lots.ts';
import { amountToday, pay, receive } from './bank/payments.ts';
import { ACCOUNT_INVALID } from './bank/payout-menu.ts';
import { returnPayout, settleDuePayouts, settlePayout } from './bank/payouts.ts';
import { workOffQueue } from './bank/queue.ts';
import { settleDueRecurring } from './bank/recurring/work.ts';
import { MED_NATURE, settleDueRefunds, takeBack } from './bank/refunds.ts';
import { createCallbackSender } from './callbacks/callback-sender.ts';
import { openCertificates } from './certificates/certificate-folder.ts';
import { type BankCertificates, issueCertificate } from './certificates/make-certificates.ts';
import { startControlServer } from './control/control-server.ts';
import { controlRecurring } from './recurring-controls.ts';
import type { BankSimulator, BankSnapshot } from './running-bank.ts';
import { type BankSimulatorOptions, completeSettings } from './settings.ts';
import { accountOf, blockedBalance, openBankState } from './state/bank-state.ts';
import { noStateFile, openStateFile } from './state/state-store.ts';

export type { LoggedRequest } from './api/request-log.ts';
export { DEVIATIONS, type DeviationName } from './bank/deviations.ts';
export type { FaultKind, FaultList, FaultOrder } from './bank/faults.ts';
export { PaymentImpossible } from './bank/payments.ts';
export { PAYOUT_MENU } from './bank/payout-menu.ts';
export type { BankSimulator, BankSnapshot } from './running-bank.ts';
export {
  type BankSimulatorOptions,
  EFI_CALLBACK_PAUSES_MS,
  type SilentRequest,
} from './settings.ts';
export type * from './state/records.ts';

/**
 * Starts a bank with one account: its API with mutual TLS, and the control server. Throws when a
 * setting is wrong, a port is taken or the state file can't be read.
 */
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
  const bank: Bank = {
    settings,
    state,
    faults,
    deviations: new Set(settings.deviations),
    agenda,
    queue: new Map(),
    altered: new Map(),
    locationHost: undefined,
  };
  const requestLog = createRequestLog();
  const server = createApiServer(bank, certificates);
  addRoutes(server, bank, certificates, requestLog);
  const payloadServer = await startPayloadServer(bank, certificates, requestLog);
  const url = await server.listen({ host: settings.host, port: settings.port });
  const life = startTicking(bank, certificates);
  const handle = describeBank(bank, certificates, requestLog);
  const controlled = { ...handle, url, runDue: life.runDue };
  const control = await startControlServer(controlled);
  async function stop(): Promise<void> {
    await life.end();
    await Promise.all([server.close(), control.close(), payloadServer?.close()]);
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
  addDueChargeRoutes(server, bank);
  addLotRoutes(server, bank);
  addLocationRoutes(server, bank);
  addPaymentRoutes(server, bank);
  addWebhookRoutes(server, bank, certificates);
  addRecurrenceRoutes(server, bank);
  addRecurrenceLocationRoutes(server, bank);
  addSolicitationRoutes(server, bank);
  addRecurringChargeRoutes(server, bank);
  addEventWebhookRoutes(server, bank, certificates);
  addPayoutRoutes(server, bank);
  addDisputeRoutes(server, bank);
}

/** Does all due work at an interval. The clock decides what is due, not the timer. */
function startTicking(bank: Bank, certificates: BankCertificates) {
  const sender = createCallbackSender(bank, certificates);
  function tick(): void {
    settleDuePayouts(bank);
    settleDueRefunds(bank);
    settleDueLots(bank, readLotItem);
    settleDueRecurring(bank);
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
    deviations: bank.deviations,
    requestLog,
    ...controlRecurring(bank),
    snapshot: () => takeSnapshot(bank),
    charge: (txid) => state.charges.get(txid),
    dueCharge: (txid) => state.dueCharges.get(txid),
    amountToday: (txid) => amountToday(bank, findDueCharge(bank, txid)),
    payment: (endToEndId) => state.payments.get(endToEndId),
    payout: (id) => state.payouts.get(id),
    pay: (codeOrTxid, options) => pay(bank, codeOrTxid, options),
    receiveWithoutCharge: (amount, txid) => receive(bank, { amount, txid }),
    receiveByMed: (amount) => receive(bank, { amount, isOfMed: true }),
    takeBack: (endToEndId, amount, nature = MED_NATURE) =>
      takeBack(bank, endToEndId, { amount, nature }),
    openDispute: (endToEndId, order) => openDispute(bank, endToEndId, order),
    decideDispute: (id, outcome, amount) => decideDispute(bank, id, { outcome, amount }),
    dispute: (id) => state.disputes.get(id),
    settlePayout: (id, error) => settlePayout(bank, id, error === true ? ACCOUNT_INVALID : error),
    returnPayout: (id, amount) => returnPayout(bank, id, amount),
    alter: (id, fields) => {
      if (fields === undefined) bank.altered.delete(id);
      else bank.altered.set(id, fields);
    },
    revokeTokens: () => revokeTokens(bank),
    workOffQueue: () => workOffQueue(bank),
    issueCertificate: (commonName) => issueCertificate(certificates.authority, commonName),
  };
}

function takeSnapshot({ state }: Bank): BankSnapshot {
  const payments = state.payments.values();
  return {
    charges: state.charges.values(),
    dueCharges: state.dueCharges.values(),
    lots: state.lots.values(),
    locations: state.locations.values(),
    recurrences: state.recurrences.values(),
    solicitations: state.solicitations.values(),
    recurringCharges: state.recurringCharges.values(),
    payers: state.payers.values(),
    payments,
    refunds: payments.flatMap(({ endToEndId, refunds }) =>
      refunds.map((refund) => ({ ...refund, endToEndId })),
    ),
    payouts: state.payouts.values(),
    callbacks: state.callbacks.values(),
    disputes: state.disputes.values(),
    balance: accountOf(state).balance,
    blocked: blockedBalance(state),
  };
}
