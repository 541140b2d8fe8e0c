import { bankFor } from '#src/bank/choose-bank.ts';
import { answerOf } from '#src/charges/live/bank-answer.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { SubscriptionAct } from '../../act-on-subscriptions.ts';
import type { RecurrenceAct } from '../../recurrences/act-on-recurrences.ts';
import type {
  ChargeOfCode,
  ChosenLocation,
  CodeNames,
  RecurrenceLocation,
} from '../../recurrences/recurrence.ts';
import { storeLocation } from '../../recurrences/recurrence-locations.ts';
import type { Subscription, SubscriptionKey, SubscriptionState } from '../../subscription.ts';
import { type ChangedRecurrence, changeAtBank } from './change-at-bank.ts';
import type { BankOfRecurrences } from './make-recurrence.ts';
import type { LiveChange } from './requested-change.ts';

/** The changes that a request of the Central Bank's API makes in a recurrence. */
export type RecurrenceChange =
  | {
      readonly kind: 'revise';
      readonly payerName: string | undefined;
      readonly firstDueOn: string | undefined;
      readonly location: ChosenLocation | undefined;
      readonly activationTxid: string | undefined;
      /** The charge of the code; undefined if there is none yet. */
      readonly charge: ChargeOfCode | undefined;
      readonly names: CodeNames;
    }
  | { readonly kind: 'free_location'; readonly location: ChosenLocation }
  | Extract<LiveChange, { readonly kind: 'open_request' | 'withdraw_request' }>;

/** The operations of the Central Bank's API on recurrences, at the bank for live ones. */
export interface RecurrenceOperations {
  /** Refuses what `actOnSubscriptions` and `changeAtBank` refuse. */
  readonly changeRecurrence: (
    key: SubscriptionKey,
    change: RecurrenceChange,
  ) => Promise<ChangedRecurrence>;
  /** Makes a location under an id. Refuses `provider_unavailable` and `provider_refused`. */
  readonly createLocation: (
    scope: LedgerScope,
    nextId: () => Promise<number>,
  ) => Promise<RecurrenceLocation>;
  /**
   * The code of a live recurrence, alone or with a charge; null without a location. Refuses
   * `provider_unavailable` and `provider_refused`.
   */
  readonly readCode: (subscription: Subscription, chargeId?: string) => Promise<string | null>;
}

export interface RecurrenceOperationsDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Undefined when the bank has no Pix Automático. */
  readonly bank: BankOfRecurrences | undefined;
  readonly makingLeaseMs: number;
  /** `actOnSubscriptions` of one act. */
  readonly act: (act: SubscriptionAct) => Promise<SubscriptionState>;
}

/** Makes the operations of recurrences. */
export function recurrenceOperations(deps: RecurrenceOperationsDeps): RecurrenceOperations {
  const { database, clock } = deps;
  return {
    async changeRecurrence(key, change) {
      if (key.environment === 'live') {
        return changeAtBank({ ...deps, bank: bankIn(deps) }, key, liveChange(change));
      }
      const act = testAct(change, clock.now());
      const { merchantId, environment, id } = key;
      return { state: await deps.act({ merchantId, environment, id, act }), act };
    },
    async createLocation({ merchantId, environment }, nextId) {
      const place = environment === 'live' ? await placeAtBank(deps) : placeHere(clock);
      const id = await nextId();
      const made = { merchantId, environment, id, ...place, subscriptionId: null };
      await storeLocation(database, made);
      return made;
    },
    async readCode({ recurrenceId }, chargeId) {
      const { recurring } = bankIn(deps);
      if (recurrenceId === null) return null;
      const txid = chargeId === undefined ? undefined : txidFromId(chargeId);
      return answerOf(await recurring.findRecurrence(recurrenceId, txid))?.code ?? null;
    },
  };
}

type Place = Pick<RecurrenceLocation, 'url' | 'token' | 'bankId'>;

function placeHere(clock: Clock): Place {
  const token = createId(clock.now());
  return { url: bankFor('test').recurrenceLocationOf(token), token, bankId: null };
}

/** After an unclear answer the bank may have an unused location, which does no harm. */
async function placeAtBank(deps: RecurrenceOperationsDeps): Promise<Place> {
  const { id, url } = answerOf(await bankIn(deps).recurring.createRecurrenceLocation());
  return { url, token: null, bankId: id };
}

function bankIn({ bank }: RecurrenceOperationsDeps): BankOfRecurrences {
  if (!bank) throw new Refusal('subscriptions_unavailable');
  return bank;
}

function testAct(change: RecurrenceChange, now: number): RecurrenceAct {
  switch (change.kind) {
    case 'revise': {
      const { payerName, firstDueOn, location, activationTxid, charge, names } = change;
      const code = { kind: 'composed', charge, names } as const;
      return {
        kind: 'revise',
        revision: { payerName, firstDueOn, location, activationTxid, code },
      };
    }
    case 'free_location':
      return { kind: 'free_location', locationId: change.location.id };
    case 'open_request':
      return { ...change, id: bankFor('test').requestId(now) };
    case 'withdraw_request':
      return change;
  }
}

function liveChange(change: RecurrenceChange): LiveChange {
  switch (change.kind) {
    case 'revise': {
      const { payerName, firstDueOn, location, activationTxid, charge } = change;
      return {
        kind: 'revise',
        ...(payerName !== undefined && { payerName }),
        ...(firstDueOn !== undefined && { firstDueOn }),
        ...(location && { location: placeIn(location) }),
        ...(activationTxid !== undefined && { activationTxid }),
        ...(charge && { chargeId: charge.id }),
      };
    }
    case 'free_location': {
      const { id: locationId, bankId } = change.location;
      if (bankId === null) throw new Error('a live location has no id at the bank');
      return { kind: 'free_location', locationId, bankId };
    }
    default:
      return change;
  }
}

function placeIn({ id, url, bankId }: ChosenLocation): ChosenLocation {
  return { id, url, bankId };
}
