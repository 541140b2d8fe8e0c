import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { AccountState, VerifiedEntry } from './verified-scope-store.ts';

/** The rules of the entries themselves, checked while they are read. */
export const ENTRY_RULES = {
  balance: 'O saldo de cada conta é a soma das suas partidas',
  running: 'Cada partida registra o saldo da conta após ela',
  posting: 'Cada lançamento soma zero e tem as suas partidas',
  overdraft: 'Nenhuma conta tem saldo negativo indevido',
} as const;

export type Discrepancy = Readonly<Record<string, unknown>>;

/** Adds to the result of a rule: the number of items checked, and the items that break the rule. */
export type Note = (rule: string, checked: number, differences: readonly Discrepancy[]) => void;

/**
 * Adds up an account's entries from its checkpoint or from its first entry, and compares the sum
 * with the account's balance.
 */
export function followAccount(scope: LedgerScope, state: AccountState) {
  const upTo = state.entryCount ?? 0n;
  let sequence = state.startCount;
  let balance: bigint = state.startBalance;
  let reachedAt = Number.NEGATIVE_INFINITY;
  let hasEnded = sequence >= upTo;
  return {
    isDone: () => hasEnded,
    reachedAt: () => reachedAt,
    /** The account and the range of sequences that are not read yet. */
    rest: () => ({ account: state.account, after: sequence, upTo }),
    /** Adds the next entries. An empty list ends the account. */
    add(
      entries: readonly VerifiedEntry[],
      note: Note,
      collect: (account: string, entry: VerifiedEntry) => void,
    ): void {
      const wrong: Discrepancy[] = [];
      for (const entry of entries) {
        balance += entry.amount;
        sequence += 1n;
        if (entry.sequence !== sequence || entry.balanceAfter !== balance) {
          wrong.push({ ...scope, ...reportOf(entry), running_total: balance });
          sequence = entry.sequence;
        }
        collect(state.account, entry);
      }
      note(ENTRY_RULES.running, entries.length, wrong);
      reachedAt = entries.at(-1)?.createdAt ?? reachedAt;
      hasEnded = sequence >= upTo || entries.length === 0;
    },
    /** Compares the sum with the balance of the account's row. */
    compare(note: Note): void {
      const actual = { ...scope, account: state.account, balance: state.balance };
      const isWrong = balance !== (state.balance ?? 0n) || sequence !== upTo || state.hasMore;
      const difference = { ...actual, total: balance, entry_count: upTo, last_sequence: sequence };
      note(ENTRY_RULES.balance, state.entryCount === null ? 0 : 1, isWrong ? [difference] : []);
      if (state.mayBeNegative !== false) return;
      note(ENTRY_RULES.overdraft, 1, (state.balance ?? 0n) < 0n ? [actual] : []);
    },
  };
}

/** An entry as reports have it: they are stored. */
function reportOf(entry: VerifiedEntry) {
  return {
    account: entry.account,
    sequence: entry.sequence,
    reference_id: entry.referenceId,
    kind: entry.kind,
    amount_centavos: entry.amount,
    balance_after_centavos: entry.balanceAfter,
    created_at: entry.createdAt,
  };
}
