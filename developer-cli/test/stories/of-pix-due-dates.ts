// The stories of pix-due-dates.test.ts: due dates, payloads and Pix Automático.
import './due-dates.ts';
import './payloads.ts';
import './recurrences.ts';
import './subscriptions.ts';
