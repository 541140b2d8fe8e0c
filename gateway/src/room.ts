import type { Command } from 'commander';
import type { AccountsParts } from '#src/accounts/api.ts';
import type { VolumeReads } from '#src/accounts/commands/merchant-read-commands.ts';
import type { CredentialDeps } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import type { ApiPixParts } from '#src/api-pix/api.ts';
import type { ApiPixWorkParts } from '#src/api-pix/work.ts';
import type { NoticeHandlers } from '#src/bank/callback-notices.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import type { ChargesParts } from '#src/charges/api.ts';
import type { BatchesParts } from '#src/charges/batches/api.ts';
import type { ChargeOwner } from '#src/charges/charge-owner.ts';
import type { MoveReminders } from '#src/charges/due/change-charge.ts';
import type { LinksParts } from '#src/charges/links/api.ts';
import type { DisputesWorkParts } from '#src/disputes/work.ts';
import type { Config, RetentionConfig } from '#src/ground/config/config.ts';
import type { Expiry } from '#src/ground/database/partitions.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import type { Operation } from '#src/ground/http/operation.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import type { MessagesParts } from '#src/messages/api.ts';
import type { PayerMailsParts } from '#src/messages/payer-mails/api.ts';
import type { StatusParts } from '#src/messages/status/api.ts';
import type { MessagesWorkParts } from '#src/messages/work.ts';
import type { MoneyOutParts } from '#src/money-out/api.ts';
import type { ReportsParts } from '#src/reports/api.ts';
import type { RequestStreamParts } from '#src/reports/request-records/api.ts';
import type { SubscriptionOperations } from '#src/subscriptions/api.ts';
import type { TellPayers } from '#src/subscriptions/tell-payers.ts';
import type { WebhooksParts } from '#src/webhooks/api.ts';
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
  /** From when the rows of its partitions are not needed any more. */
  readonly expiries?: Load<(now: number, retention: RetentionConfig) => readonly Expiry[]>;
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
  readonly liveKeyCheck: Load<(config: Config) => CredentialDeps['checkLiveKey']>;
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

/** The parts of other rooms that the background work of a room can use. */
export interface WorkParts extends DisputesWorkParts, ApiPixWorkParts, MessagesWorkParts {
  readonly checks: readonly LedgerCheck[];
  readonly hold: HoldWork;
  readonly moveReminders: MoveReminders;
  readonly tellPayers: TellPayers;
}

/** The parts of other rooms that the work which processes share can use. */
export interface SharedWorkParts {
  readonly bank: LiveBank | undefined;
  readonly hold: HoldWork;
  readonly callbackReads: CallbackReads;
  readonly handlers: NoticeHandlers;
}
