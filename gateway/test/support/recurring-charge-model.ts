/** What can happen to a recurring charge; days from today on. */
export type Move =
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'retry'; readonly days: number }
  | { readonly kind: 'account'; readonly state: 'rich' | 'poor' | 'closed' | 'blocked' }
  | { readonly kind: 'receiverCancels' | 'payerCancels' | 'recurrenceCanceled' };

interface Attempt {
  readonly kind: string;
  readonly day: string;
  state: string;
}

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export interface ModelOfCharge {
  /** Plays a move; true if it is allowed. */
  play(move: Move): boolean;
  /** The state of the charge, and kind, day and state of each attempt. */
  show(): string[];
}

interface Start {
  /** Hours of Brasília since 1970. */
  readonly hour: number;
  readonly due: string;
  readonly allowsRetries: boolean;
}

/**
 * A naive model of a charge whose first attempt is on its due date: it walks from hour to hour.
 * Messages between banks take no time.
 */
export function modelCharge(start: Start): ModelOfCharge {
  const model = new Model(start);
  model.work();
  return model;
}

class Model implements ModelOfCharge {
  readonly #due: string;
  readonly #allowsRetries: boolean;
  readonly #attempts: Attempt[] = [];
  #hour: number;
  #state = 'CRIADA';
  #account = 'rich';
  #isRecurrenceLive = true;

  constructor({ hour, due, allowsRetries }: Start) {
    this.#hour = hour;
    this.#due = due;
    this.#allowsRetries = allowsRetries;
  }

  show(): string[] {
    return [this.#state, ...this.#attempts.map((one) => `${one.kind} ${one.day} ${one.state}`)];
  }

  play(move: Move): boolean {
    if (move.kind === 'wait') {
      for (let hour = 0; hour < move.hours; hour += 1) {
        this.#hour += 1;
        this.work();
      }
      return true;
    }
    if (move.kind === 'account') {
      this.#account = move.state;
      return true;
    }
    if (move.kind === 'retry') return this.#retry(addDays(this.#today(), move.days));
    if (move.kind === 'receiverCancels') return this.#cancelByReceiver();
    if (move.kind === 'payerCancels') return this.#cancelByPayer();
    return this.#cancelRecurrence();
  }

  /** What is due at this hour. */
  work(): void {
    if (!this.#isLive()) return;
    const today = this.#today();
    if (this.#attempts.length === 0 && addDays(today, 10) >= this.#due) {
      this.#request('AGND', this.#due);
    }
    const open = this.#open();
    const hour = this.#hour % 24;
    if (open?.day === today && (hour === 6 || hour === 19)) this.#debit(open, hour);
    if (this.#isLive() && this.#attempts.length > 0 && this.#open() === undefined) this.#expire();
  }

  #today(): string {
    return addDays('1970-01-01', Math.floor(this.#hour / 24));
  }

  #isLive(): boolean {
    return this.#state === 'CRIADA' || this.#state === 'ATIVA';
  }

  #open(): Attempt | undefined {
    return this.#attempts.find(({ state }) => state === 'AGENDADA');
  }

  #request(kind: string, day: string): void {
    const attempt = { kind, day, state: 'AGENDADA' };
    this.#attempts.push(attempt);
    this.#state = 'ATIVA';
    this.#refuseByAccount(attempt);
  }

  #refuseByAccount(attempt: Attempt): boolean {
    if (this.#account === 'closed') this.#state = 'REJEITADA';
    if (this.#account !== 'closed' && this.#account !== 'blocked') return false;
    attempt.state = 'REJEITADA';
    return true;
  }

  #debit(attempt: Attempt, hour: number): void {
    if (this.#refuseByAccount(attempt)) return;
    if (this.#account === 'rich') {
      attempt.state = 'PAGA';
      this.#state = 'CONCLUIDA';
    } else if (hour === 19) {
      attempt.state = 'EXPIRADA';
    }
  }

  /** Without an open attempt a charge ends when no day is left on which one could be. */
  #expire(): void {
    const today = this.#today();
    const last = this.#attempts.at(-1)?.day ?? '';
    if (today <= last) return;
    if (this.#retriesLeft() > 0 && addDays(today, 1) <= addDays(this.#due, 7)) return;
    this.#state = 'EXPIRADA';
  }

  #retriesLeft(): number {
    if (!this.#allowsRetries || !this.#isRecurrenceLive) return 0;
    return 3 - this.#attempts.filter(({ kind }) => kind === 'NTAG').length;
  }

  #retry(day: string): boolean {
    const isAllowed =
      this.#isLive() &&
      this.#attempts.length > 0 &&
      this.#open() === undefined &&
      this.#retriesLeft() > 0 &&
      day > this.#today() &&
      day > this.#due &&
      day <= addDays(this.#due, 7) &&
      this.#attempts.every((one) => one.day !== day);
    if (isAllowed) this.#request('NTAG', day);
    return isAllowed;
  }

  #cancel(): void {
    const open = this.#open();
    if (open !== undefined) open.state = 'CANCELADA';
    this.#state = 'CANCELADA';
  }

  #cancelByReceiver(): boolean {
    const eve = addDays(this.#due, -1);
    const isEarly = this.#today() < eve || (this.#today() === eve && this.#hour % 24 < 22);
    if (!this.#isLive() || !isEarly) return false;
    this.#cancel();
    return true;
  }

  #cancelByPayer(): boolean {
    const open = this.#open();
    if (open === undefined || this.#today() >= open.day) return false;
    this.#cancel();
    return true;
  }

  /** What is scheduled for today stays. */
  #cancelRecurrence(): boolean {
    if (!this.#isRecurrenceLive) return false;
    this.#isRecurrenceLive = false;
    const open = this.#open();
    const isToday = open !== undefined && open.day <= this.#today();
    if (this.#isLive() && !isToday) this.#cancel();
    return true;
  }
}
