import type { texts as pt } from '#texts/merchant-notes.ts';

export const texts: typeof pt = {
  title: 'Notes',
  description: 'Only operators read these notes. The merchant does not see them.',
  text: 'New note',
  add: 'Add note',
  added: 'Note saved.',
  empty: 'No notes about this merchant.',
  remove: 'Delete',
  removeTitle: 'Delete this note?',
  removeQuestion: 'The text is deleted. The audit log keeps who deleted it and when.',
};
