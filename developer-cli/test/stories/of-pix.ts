// The stories of pix.test.ts: charges, checks of signatures, events, exams of banks and help.
import './charges.ts';
import './checks.ts';
import './events.ts';
import './exam-bank.ts';
import './help.ts';
