import type { texts as pt } from '#texts/dispute-files.ts';

export const texts: typeof pt = {
  title: 'Files of proof',
  hint: 'Files: PDF, PNG or JPEG of up to 10 MB, at most 10 in all. Each goes to the bank with the name of its question.',
  full: 'This dispute already has 10 files. Remove one to attach another.',
  none: 'No files attached.',
  choose: 'Attach files',
  orDrop: 'or drop them here',
  dropHere: 'Drop the files here',
  uploading: (name: string) => `Sending ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  sent: 'sent to the bank',
  typeWrong: (name: string) => `“${name}” is not a PDF, PNG or JPEG.`,
  alreadyThere: (name: string, kept: string) =>
    `“${name}” is already attached as “${kept}”. To move it, remove it there first.`,
  empty: (name: string) => `“${name}” is empty.`,
  tooLarge: (name: string) => `“${name}” has more than 10 MB. Send a smaller file.`,
};
