import { after } from 'node:test';
import { startGateway } from '../../gateway/test/support/gateway.ts';
import { testBehaviours } from './behaviours.ts';

// One gateway for all languages.
const gateway = await startGateway({ after });
testBehaviours(gateway);
