import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  EXAM_LEVELS,
  type ExamAnswer,
  type ExamLevel,
  type ExamReport,
} from '#src/bank/exam/exam.ts';
import { answerOf, type ExamConnection } from '#src/bank/exam/exam-client.ts';
import { type ExamHands, runExam } from '#src/bank/exam/run-exam.ts';
import { writeProfile } from '#src/bank/exam/write-profile.ts';
import { type BankProfile, parseBankProfile } from '#src/ground/config/bank-profile.ts';
import {
  type BankSimulator,
  type BankSimulatorOptions,
  PaymentImpossible,
  startBankSimulator,
} from '../../../bank-simulator/src/bank-simulator.ts';

const PAUSES_MAX = 20;

export interface ExaminedBank {
  readonly bank: BankSimulator;
  readonly dialect: 'standard' | 'efi';
  readonly callbacks: Awaited<ReturnType<typeof startCallbackReceiver>>;
}

interface Ending {
  readonly after: (end: () => Promise<void>) => void;
}

/** A simulated bank and a receiver of its call-backs. Both end with the file. */
export async function startExaminedBank(
  { after }: Ending,
  dialect: 'standard' | 'efi',
  options: BankSimulatorOptions = {},
): Promise<ExaminedBank> {
  const bank = await startBankSimulator({
    dialect,
    openingBalance: 10_000n,
    refundDelayMs: 0,
    messageDelayMs: 0,
    ...options,
  });
  after(() => bank.stop());
  return { bank, dialect, callbacks: await startCallbackReceiver({ after }) };
}

/** A server that receives the call-backs of an exam. It ends with the file. */
export async function startCallbackReceiver({ after }: Ending) {
  const received: ExamAnswer[] = [];
  const server = createServer(async (request, response) => {
    const answer = answerOf(200, request.headers['content-type'] ?? '', await text(request));
    received.push({ ...answer, path: String(request.url) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    clear: () => void received.splice(0),
  };
}

/** How the exam reaches the simulated bank. */
export function connectionOf({
  bank,
  dialect,
}: Pick<ExaminedBank, 'bank' | 'dialect'>): ExamConnection {
  return {
    baseUrl: bank.url,
    pathPrefix: '/v2',
    tokenUrl: `${bank.url}/oauth/token`,
    tokenBody: dialect === 'efi' ? 'json' : 'form',
    clientId: bank.clientId,
    clientSecret: bank.clientSecret,
    clientCertificate: {
      kind: 'pem',
      certificate: Buffer.from(bank.clientCertificate.cert),
      key: Buffer.from(bank.clientCertificate.key),
    },
    passphrase: undefined,
    certificateAuthority: bank.authority,
    pixKey: bank.pixKey,
    receivingAccount: { branch: '0001', number: '1234567', type: 'payment' },
    timeoutMs: 10_000,
  };
}

/** Examines the bank; it pays by itself what the exam asks for. */
export async function examined(
  { bank, dialect, callbacks }: ExaminedBank,
  levels: readonly ExamLevel[] = Object.keys(EXAM_LEVELS) as ExamLevel[],
  hands: Partial<ExamHands> = {},
) {
  callbacks.clear();
  let pauses = 0;
  return runExam(
    connectionOf({ bank, dialect }),
    { bank: `simulador (${dialect})`, dialect, levels, now: Date.now },
    {
      pay: async (code) => {
        try {
          bank.pay(code);
        } catch (error) {
          if (error instanceof PaymentImpossible) return false;
          throw error;
        }
        await bank.runDue();
        return true;
      },
      authorise: async (code) => {
        bank.authorizeRecurrence(code);
        await bank.runDue();
        return true;
      },
      callbacks,
      pause: async () => {
        await bank.runDue();
        pauses += 1;
        return pauses < PAUSES_MAX;
      },
      ...hands,
    },
  );
}

/** A recorded profile of `docs/bancos`, but for its day. */
export function recordedProfile(name: string) {
  const path = join(import.meta.dirname, '../../../docs/bancos', `${name}.json`);
  return withoutDay(parseBankProfile(readFileSync(path, 'utf8')));
}

/** The profile that an exam has just found, but for its day. */
export function foundProfile(report: ExamReport) {
  return withoutDay(writeProfile(report));
}

function withoutDay({ examinedOn: _, ...profile }: BankProfile) {
  return profile;
}
