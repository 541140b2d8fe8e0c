// The stories of pix.test.ts: charges, checks of signatures, events and help.
import './charges.ts';
import './checks.ts';
import './events.ts';
import './help.ts';
