import type { FunctionComponent, ReactNode } from 'react';
import { texts } from '#texts/command-topics.ts';
import { fold, foldText, ownWordsFor } from '../../../../guide/browser/synonyms.js';

const TOPICS: Readonly<Record<string, string>> = texts;

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

/**
 * The commands of which each typed word begins a word of the label, then those that it finds by a
 * word of their topics, or by our word for it. Without case and accents.
 */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed);
  const named = commands.filter(({ label }) => words.every((word) => begins(label, word)));
  const about = commands.filter((command) => {
    const text = textOf(command);
    return words.every((word) => begins(text, word) || isMeant(text, word));
  });
  return [...new Set([...named, ...about])];
}

function textOf({ id, label }: Command): string {
  return `${label} ${TOPICS[id] ?? ''}`;
}

/** Whether the text has our words for a typed one. */
function isMeant(text: string, typed: string): boolean {
  return ownWordsFor(typed).some((own) => own.split(' ').every((word) => begins(text, word)));
}

function begins(text: string, word: string): boolean {
  return wordsOf(text).some((one) => one.startsWith(word) || fold(one) === word);
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
