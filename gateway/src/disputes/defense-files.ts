import type { DisputeBank } from '#src/bank/dispute-bank.ts';
import type { Outcome } from '#src/bank/outcome.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';

/** A defence that is due. */
export interface DefenseToSend extends LedgerScope {
  readonly disputeId: string;
  readonly bankDisputeId: string;
  readonly text: string;
}

export interface SendFilesDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
  readonly disputes: DisputeBank;
}

/** The files of defences: the core of disputes knows them only by this. */
export interface DefenseFiles {
  /** Sends a defence with its files to the bank. */
  readonly send: (deps: SendFilesDeps, defense: DefenseToSend) => Promise<Outcome<void>>;
  /** The text of a defence with the names of its files, for a bank that takes no files. */
  readonly withNames: (
    database: Queryable,
    dispute: TransactionKey,
    text: string,
  ) => Promise<{ readonly text: string; readonly hasFiles: boolean }>;
  /** Sends the deletion of the files of disputes. */
  readonly erase: (
    tx: Transaction,
    disputes: LedgerScope & { readonly disputeIds: readonly string[] },
  ) => void;
}

/** Defences of a gateway without files: their texts alone. */
const NO_FILES: DefenseFiles = {
  send: ({ disputes }, { bankDisputeId: disputeId, text }) =>
    disputes.sendDefense({ disputeId, text }),
  withNames: async (_database, _dispute, text) => ({ text, hasFiles: false }),
  erase: () => {},
};

let given: DefenseFiles | undefined;

/** Gives the files of defences to disputes, once for a process; undefined for no files. */
export function giveDefenseFiles(files: DefenseFiles | undefined): void {
  given = files ?? NO_FILES;
}

/** What was given. Throws before: a defence must not go out without its files. */
export function defenseFiles(): DefenseFiles {
  if (!given) throw new Error('the files of defences were not given');
  return given;
}
