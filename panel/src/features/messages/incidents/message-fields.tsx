import { Textarea } from '@mantine/core';
import { texts } from '#texts/incidents.ts';

const MESSAGE_LENGTH_MAX = 1_000;

export const emptyMessages = { message: '', message_en: '' };

/** The messages as the API takes them: without English there is none. */
export function messagesOf({ message, message_en: english }: typeof emptyMessages) {
  return { message: message.trim(), message_en: english.trim() || null };
}

/** Values and their names as the options of a field. */
export function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  return Object.entries<string>(names).map(([value, label]) => ({ value, label }));
}

/** The fields of the message to merchants, in Portuguese and in English. */
export function MessageFields({ message, english }: { message: object; english: object }) {
  return (
    <>
      <Textarea
        label={texts.message}
        required
        autosize
        minRows={3}
        maxLength={MESSAGE_LENGTH_MAX}
        {...message}
      />
      <Textarea
        label={texts.messageEn}
        description={texts.englishHint}
        autosize
        minRows={2}
        maxLength={MESSAGE_LENGTH_MAX}
        {...english}
      />
    </>
  );
}
