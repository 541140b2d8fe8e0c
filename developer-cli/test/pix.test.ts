// One file, so that one gateway and one installed package serve all stories.
import './stories/charges.ts';
import './stories/checks.ts';
import './stories/due-dates.ts';
import './stories/events.ts';
import './stories/guide.ts';
import './stories/help.ts';
import './stories/listening.ts';
import './stories/login.ts';
import './stories/mcp.ts';
import './stories/payloads.ts';
import './stories/recurrences.ts';
import './stories/subscriptions.ts';
import './stories/tail.ts';
import './stories/triggers.ts';
