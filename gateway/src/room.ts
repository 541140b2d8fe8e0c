import type { Command } from 'commander';
import type { TSchema } from 'typebox';
import type { AccountsParts } from '#src/accounts/api.ts';
import type { VolumeReads } from '#src/accounts/commands/merchant-read-commands.ts';
import type { CredentialDeps } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import type { ApiPixParts } from '#src/api-pix/api.ts';
import type { ApiPixWorkParts } from '#src/api-pix/work.ts';
import type { BankExam } from '#src/bank/bank-exam.ts';
import type { NoticeHandlers } from '#src/bank/callback-notices.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import type { ChargesParts } from '#src/charges/api.ts';
import type { BatchesParts } from '#src/charges/batches/api.ts';
import type { LimitCheck } from '#src/charges/batches/limit-checks.ts';
import type { ChargeOwner } from '#src/charges/charge-owner.ts';
import type { LinksParts } from '#src/charges/links/api.ts';
import type { DefenseFiles } from '#src/disputes/defense-files.ts';
import type { DisputesWorkParts } from '#src/disputes/work.ts';
import type { ClockKind } from '#src/ground/clocks/clock-kind.ts';
import type { Config, RetentionConfig } from '#src/ground/config/config.ts';
import type { Expiry } from '#src/ground/database/partitions.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import type { Operation } from '#src/ground/http/operation.ts';
import type { ReadToken, StandardAnswers } from '#src/ground/http/standard-door.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { RecurringRecords } from '#src/incoming/reconciliation/recurring-records.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import type { WaitingBatches } from '#src/messages/alerts/waiting-batches.ts';
import type { MessagesParts } from '#src/messages/api.ts';
import type { PayerMailsParts } from '#src/messages/payer-mails/api.ts';
import type { PayerMailsWorkParts } from '#src/messages/payer-mails/work.ts';
import type { StatusParts } from '#src/messages/status/api.ts';
import type { MessagesWorkParts } from '#src/messages/work.ts';
import type { MoneyOutParts } from '#src/money-out/api.ts';
import type { PayoutOwner } from '#src/money-out/payouts/payout-owner.ts';
import type { ReportsParts } from '#src/reports/api.ts';
import type { returnedChargesOf } from '#src/reports/customers/returned-charges.ts';
import type { RequestStreamParts } from '#src/reports/request-records/api.ts';
import type { openRequestRecords } from '#src/reports/request-records/open-records.ts';
import type { CustomerIndex } from '#src/reports/transactions/customer-links.ts';
import type { openSubscriptions, SubscriptionOperations } from '#src/subscriptions/api.ts';
import type { TellPayers } from '#src/subscriptions/tell-payers.ts';
import type { TestWorldWorkParts } from '#src/test-world/work.ts';
import type { WebhooksParts } from '#src/webhooks/api.ts';
import type { EventForm } from '#src/webhooks/event-bodies.ts';
import type { ExamsParts } from '#src/webhooks/exams/api.ts';
import type { CallbackReads } from '#src/webhooks/pix-callbacks/write-pix-body.ts';
import type { HoldWork } from '#src/webhooks/work.ts';

/**
 * What a room gives to the processes. Its codes are data, which every process has. Each other part
 * is loaded by the processes that use it: a command loads no routes. `rooms.ts` lists the records;
 * a process that is started without one has neither its routes nor its work.
 */
export interface Room<Codes extends RoomCodes = RoomCodes> {
  /** Its folder below `src`; an option of a room has the path of its own: `charges/links`. */
  readonly name: string;
  readonly codes: Codes;
  /** Makes the room's routes. */
  readonly api?: Load<(api: ApiContext, parts: ApiParts) => RoomRoutes>;
  /** The operations that its routes are made of: their access rules and SDK methods. */
  readonly operations?: Load<readonly Operation<never>[]>;
  /** Starts its background work in the first process. */
  readonly work?: Load<(context: GatewayContext, parts: WorkParts) => readonly RunningWork[]>;
  /** Starts the work that each process of a machine shares: each of them claims its rows. */
  readonly sharedWork?: Load<
    (context: GatewayContext, parts: SharedWorkParts) => readonly RunningWork[]
  >;
  /** The handlers of its notices in the bank's call-backs. */
  readonly notices?: Load<Partial<NoticeHandlers>>;
  /** The checks of its rows against the ledger. The checks of the ledger itself come first. */
  readonly checks?: Load<readonly LedgerCheck[]>;
  /** Its part in the life of a charge, in the order in which its owners claim. */
  readonly chargeOwners?: Load<readonly ChargeOwner[]>;
  /** Its parts in the life of a payout, in the order in which they plan and count. */
  readonly payoutOwners?: Load<readonly PayoutOwner[]>;
  /** The files of defences. */
  readonly defenseFiles?: Load<DefenseFiles>;
  /** The forms of its events whose bodies are not stored. */
  readonly eventForms?: Load<readonly EventForm[]>;
  /** From when the rows of its partitions are not needed any more. */
  readonly expiries?: Load<(now: number, retention: RetentionConfig) => readonly Expiry[]>;
  /** What its items do in test clocks. */
  readonly clockKinds?: Load<(context: GatewayContext, parts: ClockParts) => readonly ClockKind[]>;
  /** The schemas of the data of its events, by the type of the data. */
  readonly eventSchemas?: Load<Readonly<Record<string, TSchema>>>;
  /** What call-backs of the Central Bank's API show besides the events. */
  readonly callbackReads?: Load<CallbackReads>;
  /** Makes the function that reads the tokens of the Central Bank's API. */
  readonly readToken?: Load<
    (api: ApiContext, parts: Pick<ApiPixParts, 'certificateOf'>) => ReadToken
  >;
  /** How the Central Bank's API answers with errors. */
  readonly standardAnswers?: Load<StandardAnswers>;
  /** What it knows of the bank's recurring payments. */
  readonly recurringRecords?: Load<RecurringRecords>;
  /** The batches of charges that wait for the bank. */
  readonly waitingBatches?: Load<WaitingBatches>;
  /** How mails to payers are sent, and the files that mails attach. */
  readonly mailParts?: Load<(context: GatewayContext, parts: PayerMailsWorkParts) => MailParts>;
  /** Tells payers what became of their subscriptions. */
  readonly tellPayers?: Load<TellPayers>;
  /** What it opens for the routes of all rooms, once for a server. */
  readonly opens?: Load<Partial<Openings>>;
  /** The exam of a bank's API Pix. */
  readonly bankExam?: Load<BankExam>;
  /** Its operator's commands, by their first words. */
  readonly commands?: readonly CommandGroup[];
}

export type Load<Part> = () => Promise<Part>;

/** Commands of the first level, separated by spaces, and the function that adds them. */
export type CommandGroup = readonly [
  names: string,
  load: (parts: CommandParts) => Promise<AddCommands>,
];

export type AddCommands = (program: Command) => void;

/** The functions of higher rooms that commands use; only the commands that use one load it. */
export interface CommandParts {
  readonly tellPayers: Load<TellPayers>;
  readonly volumeReads: Load<VolumeReads>;
  /** Adds the commands that correct a merchant's balance to `merchant`. */
  readonly correctionCommands: Load<(merchant: Command) => void>;
  readonly liveKeyCheck: Load<Openings['liveKeyCheck']>;
  /** The exam of a bank; undefined in a gateway without it. */
  readonly bankExam: Load<BankExam | undefined>;
}

/** The parts of other rooms and of the host that the routes of a room can use. */
export type ApiParts = AccountsParts &
  ChargesParts &
  BatchesParts &
  LinksParts &
  MoneyOutParts &
  ApiPixParts &
  WebhooksParts &
  ExamsParts &
  MessagesParts &
  PayerMailsParts &
  StatusParts &
  ReportsParts &
  RequestStreamParts & {
    /** Undefined in a gateway without subscriptions. */
    readonly subscriptions: SubscriptionOperations | undefined;
  };

/** What options open for the routes of all rooms. */
export interface Openings {
  readonly customers: {
    readonly openIndex: (api: ApiContext) => CustomerIndex;
    readonly returnedChargesOf: typeof returnedChargesOf;
  };
  readonly limitCheck: () => LimitCheck;
  readonly liveKeyCheck: (config: Config) => CredentialDeps['checkLiveKey'];
  readonly requestRecords: typeof openRequestRecords;
  readonly subscriptions: typeof openSubscriptions;
}

export type ClockParts = Pick<WorkParts, 'payerMails' | 'tellPayers'>;

export type MailParts = Partial<Pick<MessagesWorkParts, 'payerMailHooks' | 'makeFiles'>>;

/** The parts of other rooms that the background work of a room can use. */
export interface WorkParts
  extends DisputesWorkParts,
    ApiPixWorkParts,
    MessagesWorkParts,
    PayerMailsWorkParts,
    TestWorldWorkParts {
  readonly checks: readonly LedgerCheck[];
  readonly hold: HoldWork;
  readonly tellPayers: TellPayers;
}

/** The parts of other rooms that the work which processes share can use. */
export interface SharedWorkParts {
  readonly bank: LiveBank | undefined;
  readonly hold: HoldWork;
  readonly callbackReads: CallbackReads;
  readonly handlers: NoticeHandlers;
}
