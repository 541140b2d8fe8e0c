interface Request {
  readonly response_status: number | null;
  readonly duration_ms: number;
}

import type { texts as pt } from '#texts/webhook-exams.ts';

export const texts: typeof pt = {
  title: 'Exam',
  description:
    'Sends right, repeated and forged events to this address and checks the answers of your system.',
  guide: 'What is sent',
  examine: 'Examine',
  none: 'No exam yet.',
  statuses: {
    awaiting_start: 'Waiting to start',
    running: 'Running…',
    passed: 'Passed',
    failed: 'To be corrected',
  },
  failures: {
    interrupted: 'The exam was interrupted. Make another one.',
    webhook_deleted: 'The webhook was deleted during the exam.',
  },
  results: { passed: 'Right', failed: 'Wrong', skipped: 'Not sent' },
  expected: { accept: 'Must be accepted (2xx).', refuse: 'Must be refused (401).' },
  answer: ({ response_status: status, duration_ms: ms }: Request) =>
    status === null ? ' No answer.' : ` Answer ${status} in ${ms} ms.`,
  howTo: (title: string) => `How to correct it: ${title.toLowerCase()}`,
};
