// The stories of pix-events.test.ts: webhooks, events, log-in and the guide.
import './guide.ts';
import './listening.ts';
import './login.ts';
import './mcp.ts';
import './tail.ts';
import './triggers.ts';
