import type { FunctionComponent, ReactNode } from 'react';

/** The dialog that a command opens instead of a page. */
export type CommandForm = 'new-charge' | 'new-payout';

/** The text typed while the code of the search loads, and the element focused before. */
export interface EarlyText {
  readonly text: string;
  readonly opener: Element | null;
}

/** An entry of the list: what it shows and what it does. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Beside the label. */
  readonly detail?: ReactNode;
  readonly icon: FunctionComponent<{ size?: number }>;
  readonly run: () => unknown;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The commands in which each typed word begins a word, without case and accents. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed);
  return commands.filter(({ label }) => {
    const own = wordsOf(label);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
